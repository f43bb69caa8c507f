import { type Db, statement } from '../../../db/database.ts';
import { classFor } from './retention-classes.ts';

/** The retention class of an organization's new images, and those of images that it sent while it had other periods. */
export type OrganizationClasses = { current: number; former: number[] };

const find = statement(
  'images.organization-classes',
  'select image_retention_days as days, former_image_classes as former from organizations where id = $1',
);

/** A change reaches the images that are sent this much later. */
const KNOWN_MS = 5_000;

type Known = { classes: Promise<OrganizationClasses>; until: number };

/** One look-up for all images that an organization sends within a few seconds. */
export class ClassesOfOrganizations {
  readonly #db: Db;
  readonly #known = new Map<number, Known>();

  constructor(db: Db) {
    this.#db = db;
  }

  of(organizationId: number): Promise<OrganizationClasses> {
    const now = performance.now();
    const known = this.#known.get(organizationId);
    if (known && now < known.until) return known.classes;
    const classes = this.#read(organizationId);
    this.#known.set(organizationId, { classes, until: now + KNOWN_MS });
    classes.catch(() => this.#known.delete(organizationId));
    return classes;
  }

  async #read(organizationId: number): Promise<OrganizationClasses> {
    const row = await this.#db.row<{ days: number; former: number[] }>(find, [organizationId]);
    if (row === null) throw new Error(`there is no organization ${organizationId}`);
    return { current: classFor(row.days), former: row.former };
  }
}

/** The former classes of an organization whose period changes. */
export function formerClasses(former: number[], daysBefore: number, days: number): number[] {
  return [...new Set([...former, classFor(daysBefore)])].filter((one) => one !== classFor(days));
}
