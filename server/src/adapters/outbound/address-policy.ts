import { BlockList, isIP } from 'node:net';

/** Whether connections to an IP address of a host are allowed. */
export type AddressPolicy = (address: string, hostname?: string) => boolean;

/** IPv4 ranges that are not public unicast (IANA special-purpose registry), and Azure's virtual host address. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];

/** Everything outside is special: loopback, mapped, NAT64, link-local, unique-local, multicast. */
const GLOBAL_IPV6 = ['2000::/3'];

/** Special ranges inside it: IETF protocols (Teredo, ORCHID), documentation, 6to4 (which embeds any IPv4), AS112. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

const special4 = blockList(SPECIAL_IPV4, 'ipv4');
const global6 = blockList(GLOBAL_IPV6, 'ipv6');
const special6 = blockList(SPECIAL_IPV6, 'ipv6');
const loopback4 = blockList(['127.0.0.0/8'], 'ipv4');

export const publicOnly: AddressPolicy = (address) => {
  const family = isIP(address);
  if (family === 4) return !special4.check(address, 'ipv4');
  // An address with a zone is link-local.
  if (family !== 6 || address.includes('%')) return false;
  return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
};

/** For local mode: servers on this machine are allowed, the local network is not. */
export const publicOrLoopback: AddressPolicy = (address) =>
  publicOnly(address) ||
  (isIP(address) === 4 && loopback4.check(address, 'ipv4')) ||
  /^[0:]+:0*1$/.test(address);

function blockList(ranges: string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}
