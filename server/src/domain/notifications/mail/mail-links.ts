import { AppError } from '../../../lib/errors.ts';
import type { NotificationService } from '../notification-service.ts';

/** The last part of the path of a link, and the query that signs it. */
export type SignedLink = { token: string; expires: string; signature: string };
/** What a link stands for: a number and an address. */
type Content = [id: number, address: string];

/** The links of emails that work without signing in. `folder` separates the kinds: `/mail/confirm/`. */
export const mailLinks = (folder: string, validMs: number) => ({
  url({ links, publicUrl }: NotificationService, content: Content, madeAt: Date): string {
    const token = Buffer.from(JSON.stringify(content)).toString('base64url');
    return publicUrl + links.sign(folder + token, new Date(madeAt.getTime() + validMs));
  },
  /** Throws if the signature is wrong or the link has expired. */
  read({ links, clock }: NotificationService, { token, expires, signature }: SignedLink): Content {
    if (!links.isValid(folder + token, expires, signature, clock.now())) {
      throw new AppError('forbidden', 'The link is not valid or has expired.');
    }
    return JSON.parse(Buffer.from(token, 'base64url').toString()) as Content;
  },
});
