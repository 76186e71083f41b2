import { findRattan } from '../link/backend/find-rattan.ts'
import { whyNotSupported } from '../link/backend/why-not-supported.ts'
import type { LinkCondition } from '../link/condition/link.ts'
import { runCommand } from '../process/run-command.ts'

const OWN_NETWORK = [
  'unshare',
  ...(process.geteuid?.() === 0 ? [] : ['--user', '--map-root-user']),
  '--net',
] as const

/** Why this process may not make network namespaces; null where it may. */
export async function whyNoNamespaces(signal: AbortSignal): Promise<string | null> {
  return (await works([...OWN_NETWORK, 'true'], signal))
    ? null
    : 'no right to make network namespaces: run as root, or allow user namespaces (kernel.unprivileged_userns_clone)'
}

/** Why one of these links cannot be had here; null where all can. */
export async function whyNoLink(
  links: readonly LinkCondition[],
  cacheDir: string,
  signal: AbortSignal,
): Promise<string | null> {
  const netem = await works([...OWN_NETWORK, 'tc', 'qdisc', 'add', 'dev', 'lo', 'root', 'netem'], signal)
  const noRattan = refused(() => findRattan(cacheDir))
  if (!netem && noRattan !== null) return noRattan
  for (const link of links) {
    const reasons = [
      netem ? whyNotSupported(link, 'netem') : 'netem: this kernel does not have it',
      noRattan ?? whyNotSupported(link, 'rattan'),
    ]
    if (reasons.every((reason) => reason !== null)) return reasons.join('; ')
  }
  return null
}

async function works(argv: readonly [string, ...string[]], signal: AbortSignal): Promise<boolean> {
  try {
    await runCommand(argv, { signal })
    return true
  } catch {
    // Whatever the reason, the one who asks names what to do.
    signal.throwIfAborted()
    return false
  }
}

/** What an error says; null without one. */
export function refused(find: () => unknown): string | null {
  try {
    find()
    return null
  } catch (error) {
    return (error as Error).message
  }
}
