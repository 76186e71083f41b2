import type { PacketTool } from '../../crawler/probe/packets/packet-tools.ts'
import { whyNotSupported } from '../link/backend/why-not-supported.ts'
import type { LinkCondition } from '../link/condition/link.ts'
import { udpRules } from '../network/udp-rules.ts'
import { findLabProgram } from '../process/find-program.ts'
import { runCommand } from '../process/run-command.ts'

const OWN_NETWORK = [
  'unshare',
  ...(process.geteuid?.() === 0 ? [] : ['--user', '--map-root-user']),
  '--net',
] as const

/** Says why this process may not make network namespaces; null where it may. */
export async function whyNoNamespaces(signal: AbortSignal): Promise<string | null> {
  return (await works([...OWN_NETWORK, 'true'], signal))
    ? null
    : 'no right to make network namespaces: run as root, or allow user namespaces (kernel.unprivileged_userns_clone)'
}

/** Says why one of these links cannot be had here; null where all can. */
export async function whyNoLink(
  links: readonly LinkCondition[],
  cacheDir: string,
  signal: AbortSignal,
): Promise<string | null> {
  const netem = await works([...OWN_NETWORK, 'tc', 'qdisc', 'add', 'dev', 'lo', 'root', 'netem'], signal)
  const noRattan = refused(() => findLabProgram('towline-link', cacheDir))
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

/** Says why UDP cannot be stopped on its way here; null where it can. */
export async function whyNoUdpRules(nft: PacketTool | null, signal: AbortSignal): Promise<string | null> {
  if (nft === null) return 'no nft, by which UDP is stopped: run scripts/setup-packets.sh'
  const input = udpRules('dropped-after-1')
  return (await works([...OWN_NETWORK, nft.path, '-f', '-'], signal, { input, env: nft.env }))
    ? null
    : 'this kernel lets nft stop no UDP: it needs nf_tables with connection tracking (`modprobe nft_ct nft_reject_inet nft_limit nft_numgen`)'
}

async function works(
  argv: readonly [string, ...string[]],
  signal: AbortSignal,
  more: { readonly input?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<boolean> {
  const env = { ...process.env, ...more.env }
  try {
    await runCommand(argv, { ...more, env, signal })
    return true
  } catch {
    // The caller names what to do, whatever the reason.
    signal.throwIfAborted()
    return false
  }
}

/** Returns what an error says; null without one. */
export function refused(find: () => unknown): string | null {
  try {
    find()
    return null
  } catch (error) {
    return (error as Error).message
  }
}
