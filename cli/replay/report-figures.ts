import type { LabReplay, ReplayRow } from '../../server/contract/contract.ts'

/** Loads of a recording are not captured, so that nobody knows it. */
export const INITIAL_WINDOW_NOTE =
  'Initial window of the live servers: not recorded, so not taken; the replay has 10 packets over QUIC and the machine’s over TCP, unless a plan sets initcwnd.'

/** `97.5 %`; null for what is not known. */
export function percentText(share: number | null | undefined): string | null {
  if (share == null) return null
  const percent = 100 * share
  return `${percent === 100 || percent === 0 ? percent : percent.toFixed(1)} %`
}

/** `488 kB`. */
export function sizeText(bytes: number): string {
  return bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e3).toFixed(0)} kB`
}

/** The protocols of a recording's hosts, each with how many have it: `h2 3, h3 1`. */
export function hostsText({ hosts }: Pick<LabReplay['recordings'][number], 'hosts'>): string {
  return [...Map.groupBy(hosts, ({ protocol }) => protocol ?? 'unknown')]
    .map(([protocol, same]) => `${protocol} ${same.length}`)
    .sort()
    .join(', ')
}

/** Mean wait of an exchange for its first byte, live and replayed: `120 / 118`. */
export const waitedText = ({ fidelity }: ReplayRow): string | null =>
  pairText(fidelity?.liveWaitedMs, fidelity?.waitedMs)

/** Mean time from an exchange's head to its end, likewise. */
export const receivedText = ({ fidelity }: ReplayRow): string | null =>
  pairText(fidelity?.liveReceivedMs, fidelity?.receivedMs)

function pairText(live: number | null | undefined, replay: number | null | undefined): string | null {
  return live == null || replay == null ? null : `${live.toFixed(0)} / ${replay.toFixed(0)}`
}
