import { Resolver } from 'node:dns/promises';

/** All addresses of a name, or none. */
export type ResolveHost = (hostname: string) => Promise<string[]>;

/**
 * Asks the name servers directly. The system's own look-up would take a thread of the pool that file work needs,
 * and a stranger's slow name server could hold all of them.
 */
export function dnsResolver(timeoutMs: number): ResolveHost {
  return async (hostname) => {
    const resolver = new Resolver({ timeout: timeoutMs, tries: 1, maxTimeout: timeoutMs });
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}
