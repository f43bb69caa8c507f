import { BlockList, isIP } from 'node:net';
import type { AddressPolicy } from './address-policy.ts';

/** Addresses at which clouds serve credentials to every process of a machine. */
const METADATA = [
  '169.254.169.254',
  '169.254.170.2',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
];

/** Private networks: what a listed host name may resolve to. Loopback and link-local addresses are never meant. */
const PRIVATE_NETWORKS = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'];

/**
 * Allows what `policy` allows, and the private addresses in OUTBOUND_ALLOW: an address in a listed range, or in a private
 * network if the host name is listed. A metadata address must be listed by itself. An IPv4 address that is written as
 * IPv6 is never allowed.
 */
export function allowing(policy: AddressPolicy, entries: readonly string[]): AddressPolicy {
  if (entries.length === 0) return policy;
  const ranges = new AddressRanges(entries.filter((entry) => isIP(entry.split('/')[0] ?? '') !== 0));
  const hosts = new Set(entries.filter((entry) => isIP(entry.split('/')[0] ?? '') === 0));
  const single = new AddressRanges(entries.filter(isSingleAddress));
  return (address, hostname) => {
    if (policy(address, hostname)) return true;
    if (isMapped(address)) return false;
    if (metadata.has(address)) return single.has(address);
    if (ranges.has(address)) return true;
    return hostname !== undefined && hosts.has(normalHost(hostname)) && privateNetworks.has(address);
  };
}

class AddressRanges {
  readonly #list = new BlockList();

  constructor(ranges: readonly string[]) {
    for (const range of ranges) {
      const [network = '', bits] = range.split('/');
      const isV4 = isIP(network) === 4;
      this.#list.addSubnet(network, Number(bits ?? (isV4 ? 32 : 128)), isV4 ? 'ipv4' : 'ipv6');
    }
  }

  has(address: string): boolean {
    const family = isIP(address);
    // An address with a zone is link-local.
    if (family === 0 || address.includes('%')) return false;
    return this.#list.check(address, family === 4 ? 'ipv4' : 'ipv6');
  }
}

const metadata = new AddressRanges(METADATA);
const privateNetworks = new AddressRanges(PRIVATE_NETWORKS);

/** A list of IPv4 ranges would otherwise match the same addresses written as IPv6. */
const isMapped = (address: string) => isIP(address) === 6 && /^[0:]*:ffff:/i.test(address);
const isSingleAddress = (entry: string) => isIP(entry) !== 0 || /\/(32|128)$/.test(entry);
const normalHost = (hostname: string) => hostname.toLowerCase().replace(/\.$/, '');
