-- Without a mail server a mail is kept as a file: that is its end, but it was not sent.
alter table mails add column kept_at timestamptz;
