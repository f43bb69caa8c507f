-- The workers drop the alerts of an organization when it is disabled, and load them again when it is enabled.
create or replace trigger lock_alert_changes before update of timezone, disabled_at on organizations
  for each statement execute function lock_alert_changes();
create or replace trigger log_organization_change after update of timezone, disabled_at on organizations
  for each row when (old.timezone is distinct from new.timezone or old.disabled_at is distinct from new.disabled_at)
  execute function log_organization_change();
