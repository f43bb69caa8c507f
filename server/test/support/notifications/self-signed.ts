import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A self-signed certificate, generated so that no key is stored in the repository. */
export function selfSigned(hostname: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid('2a8648ce3d040302'));
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(hostname)))));
  const day = (offset: number) => {
    const text = new Date(Date.now() + offset * 86_400_000).toISOString().replace(/\D/g, '').slice(2, 14);
    return der(0x17, Buffer.from(`${text}Z`));
  };
  const altNames = sequence(der(0x82, Buffer.from(hostname)));
  const extension = sequence(oid('551d11'), der(0x04, altNames));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    sequence(day(-1), day(30)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  );
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]));
  const base64 = sequence(body, algorithm, signature).toString('base64');
  const cert = `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert };
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}
