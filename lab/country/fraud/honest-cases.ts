import type { Unit } from '../record-types.ts';
import { type CaseBuilder, type Draft, ofOne, ofTwo } from './draft.ts';
import { anyPlace, lineAt, milesApart, placeIn } from './sightings.ts';
import { makeYoung, nameOnDoors, takeTurns, unitOfAge } from './vehicle-frauds.ts';

/** A truck beyond the fleet, of which there are no records but those of the case. */
export const OTHER_TRUCK = 60;

function recordsOf(draft: Draft, unit: Unit, days: number[]): void {
  for (const [n, ago] of days.entries()) {
    if (n % 2 === 0) draft.inspect(ago, unit);
    else draft.see(ago, { unit, vin: true, plate: true });
  }
}

/** What was read shows nothing but the number. */
const NO_DOOR = { door: [], is_usdot_confirmed: false };

/** Honest carriers that a careless rule would flag. None of them expects a signal, unless the case says so. */
export const honestCases: Record<string, CaseBuilder> = {
  /** The seller's number may be on the door for some days; rarely, it is read after the buyer's was. */
  truck_sold: ofTwo((seller, buyer, rng) => {
    const sold = rng.between(60, 200);
    const unit = seller.truck(OTHER_TRUCK);
    recordsOf(seller, unit, [sold + 90, sold + 60, sold + 20]);
    if (rng.chance(0.3)) seller.see(sold - 2, { unit, plate: true, vin: true });
    if (rng.chance(0.03)) seller.see(sold - 8, { unit, plate: true, vin: true });
    recordsOf(buyer, unit, [sold - 5, sold - 20, sold - 50]);
  }),
  truck_leased_and_returned: ofTwo((owner, lessee, rng) => {
    const from = rng.between(120, 250);
    const unit = owner.truck(OTHER_TRUCK);
    recordsOf(owner, unit, [from + 60, from + 20, from - 70, from - 100]);
    recordsOf(lessee, unit, [from - 3, from - 20, from - 50]);
  }),
  rental_truck: {
    size: 5,
    build(renters, rng) {
      takeTurns(rng, renters, (renters[0] as Draft).truck(OTHER_TRUCK), 20, { vin: true, plate: true });
    },
  },
  /** The same characters on plates of two states. */
  same_characters_in_two_states: ofTwo((one, two) => {
    const unit = one.truck(0);
    const other = {
      ...two.truck(0),
      plate: unit.plate,
      plateState: unit.plateState === 'TX' ? 'OH' : 'TX',
    };
    for (const ago of [90, 70, 50, 30]) {
      one.see(ago, { unit, plate: true });
      two.see(ago - 8, { unit: other, plate: true });
    }
  }),
  /** One letter of a VIN mistyped: another vehicle by its characters, but with a wrong check digit. */
  mistyped_vin: ofTwo((one, two) => {
    const { vin } = one.truck(0);
    const wrong = { ...two.truck(0), vin: `${vin.slice(0, 16)}${(Number(vin[16]) + 3) % 10}` };
    for (const ago of [90, 70, 50, 30]) {
      one.inspect(ago, wrong);
      two.inspect(ago - 8, wrong);
    }
  }),
  /** Both carriers existed for years before one was revoked. */
  sister_carrier_closed: ofTwo((subject, sister, rng) => {
    const { phone, street, zip, city, state, county, email } = sister.carrier;
    Object.assign(subject.carrier, { phone, street, zip, city, state, county, email });
    if (sister.planted.officer) subject.planted.officer = sister.planted.officer;
    subject.carrier.addDay = subject.day(rng.between(2_500, 6_000));
    sister.revoke(rng.between(220, 700));
  }),
  /** The new owner keeps phone and address of a company that gave up its authority itself. */
  company_sold: ofTwo((buyer, seller, rng) => {
    const { phone, street, zip, city, state, county } = seller.carrier;
    Object.assign(buyer.carrier, { phone, street, zip, city, state, county });
    const sold = rng.between(220, 600);
    seller.revoke(sold, { voluntary: true });
    buyer.carrier.addDay = buyer.day(sold - rng.between(-20, 45));
    for (let n = 0; n < 3; n++) {
      seller.inspect(sold + rng.between(10, 100), seller.truck(n));
      buyer.inspect(sold - rng.between(10, 100), seller.truck(n));
    }
  }),
  recycled_phone: ofTwo((subject, former, rng) => {
    subject.carrier.phone = former.carrier.phone;
    subject.carrier.addDay = subject.day(rng.between(300, 900));
    former.revoke(rng.between(2_600, 4_000));
    former.carrier.addDay = former.day(6_000);
    former.planted.license.grantedDay = former.day(5_900);
  }),
  /** A filing service: its phone and email are those of many carriers, some of them revoked. */
  shared_agent: {
    size: 15,
    build(clients, rng) {
      const [first] = clients as [Draft];
      const email = `FILINGS${rng.digits(5)}@AGENT.EXAMPLE`;
      for (const [n, client] of clients.entries()) {
        Object.assign(client.carrier, { phone: first.carrier.phone, email });
        client.carrier.addDay = client.day(rng.between(200, 800));
        if (n % 4 === 0) client.revoke(rng.between(220, 500));
      }
    },
  },
  /** Another suite of the same building, where a carrier was revoked at that time. */
  office_neighbors: ofTwo((subject, neighbor, rng) => {
    const { street, zip, city, state, county } = neighbor.carrier;
    const building = street.replace(/, SUITE .*/, '');
    Object.assign(neighbor.carrier, { street: `${building}, SUITE ${rng.between(1, 40)}` });
    const suite = `${building}, STE ${rng.between(41, 80)}`;
    Object.assign(subject.carrier, { street: suite, zip, city, state, county });
    const lost = rng.between(220, 700);
    neighbor.revoke(lost);
    subject.carrier.addDay = subject.day(lost - rng.between(0, 45));
  }),
  /** The officer of a revoked carrier has the same name; now and then in the same city. */
  namesake: ofTwo((subject, other, rng) => {
    subject.planted.officer = other.planted.officer ?? '';
    const { city, state, county } = other.carrier;
    if (rng.chance(0.05)) Object.assign(subject.carrier, { city, state, county });
    const lost = rng.between(220, 700);
    other.revoke(lost);
    subject.carrier.addDay = subject.day(Math.max(160, lost - rng.between(-300, 200)));
  }),
  /** One camera's clock is hours wrong when the truck passes it; a second time now and then. */
  wrong_clock: ofOne((subject, rng) => {
    const unit = subject.truck(0);
    for (const ago of rng.chance(0.05) ? [120, 60] : [60]) {
      subject.see(ago, { unit, plate: true, minute: 500, place: placeIn(rng, 'IL') });
      subject.see(ago, { unit, plate: true, minute: 560, place: placeIn(rng, 'GA') });
    }
  }),
  /** Two drivers in turn, without a stop: about 68 mph along the great circle. */
  team_drivers: ofOne((subject, rng) => {
    const unit = subject.truck(0);
    for (const ago of [150, 90, 30]) {
      const [from, to] = [placeIn(rng, 'TX'), placeIn(rng, 'GA')];
      const minute = 120 + Math.round((milesApart(from, to) / 68) * 60);
      subject.see(ago, { unit, plate: true, vin: true, minute: 120, place: from });
      subject.see(ago, { unit, plate: true, vin: true, minute, place: to });
    }
  }),
  /** One truck each from two carriers that failed; now and then both from one. */
  trucks_from_auction: {
    size: 3,
    build([subject, first, second], rng) {
      if (!subject || !first || !second) return;
      for (const [n, seller] of (rng.chance(0.05) ? [first, first] : [first, second]).entries()) {
        const lost = rng.between(220, 320);
        if (seller.planted.license.active) seller.revoke(lost);
        seller.inspect(lost + 40, seller.truck(n));
        // The buyer registers the truck; now and then it is inspected before that.
        const { plate, plateState } = rng.chance(0.01) ? seller.truck(n) : subject.truck(OTHER_TRUCK + n);
        subject.inspect(lost - 60, { ...seller.truck(n), plate, plateState });
      }
    },
  },
  /** One truck more than declared, and rented trucks in the peak season. */
  peak_season: ofTwo((subject, rental, rng) => {
    for (let n = 0; n <= subject.carrier.powerUnits; n++)
      subject.inspect(rng.between(5, 85), subject.truck(n));
    for (let n = 20; n < 24; n++) {
      subject.inspect(rng.between(5, 40), rental.truck(n));
      rental.inspect(rng.between(50, 85), rental.truck(n));
    }
    rental.setFleet(40);
  }),
  /** Another carrier's number, misread with high confidence, once. */
  misread_number: ofTwo((subject, suspended, rng) => {
    Object.assign(subject.carrier, { operation: 'C', trade: 'private', docket: null });
    subject.see(rng.between(20, 300), {
      place: anyPlace(rng, (state) => state !== subject.carrier.state),
      more: { usdot_number_ocr_score: 'High', is_usdot_imputed: false, ...NO_DOOR },
    });
    suspended.order(300, null);
    suspended.see(rng.between(20, 280), { more: { usdot_number_ocr_score: 'High', ...NO_DOOR } });
  }),
  /** The plate of a truck, misread on another truck far away, once. */
  misread_plate: ofOne((subject, rng) => {
    for (const ago of [90, 60, 30])
      subject.see(ago, { unit: subject.truck(0), plate: true, minute: 600, place: placeIn(rng, 'OH') });
    subject.see(60, {
      unit: subject.truck(0),
      plate: true,
      minute: 700,
      place: placeIn(rng, 'NM'),
      more: { usdot_number: 0 },
    });
  }),
  /** An owner-operator with own authority, leased to the carrier whose number the truck shows. */
  leased_owner_operator: ofTwo((subject, owner) => {
    for (const ago of [90, 60, 30])
      subject.see(ago, {
        door: [nameOnDoors(owner), 'OPERATED BY', nameOnDoors(subject)],
        mc: String(owner.planted.license.docket),
      });
  }),
  /** The trailer belongs to another carrier, and its name is far from the number on the door. */
  interchanged_trailer: ofTwo((subject, other) => {
    const lines = [
      lineAt(nameOnDoors(other), 2_400, 300, 300, 30),
      lineAt(`USDOT ${subject.carrier.usdot}`, 300, 500, 300, 30),
    ];
    for (const ago of [90, 60, 30]) subject.see(ago, { more: { door: lines, is_usdot_confirmed: false } });
  }),
  new_carrier_with_new_trucks: ofOne((subject, rng) => {
    makeYoung(subject, rng);
    for (const ago of [30, 20, 9]) subject.see(ago, { unit: unitOfAge(subject, false), vin: true });
  }),
};
