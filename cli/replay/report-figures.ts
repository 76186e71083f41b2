import type { LabReplay, ReplayRecording, ReplayRow } from '../../server/contract/contract.ts'

export function initialWindowNote(recordings: readonly Pick<ReplayRecording, 'initialWindow'>[]): string {
  const own = recordings.map(({ initialWindow }) => initialWindow)
  const known = (transport: 'tcp' | 'quic', otherwise: string): string => {
    const seen = own.flatMap((window) => window?.[transport] ?? [])
    const [least, most] = [Math.min(...seen), Math.max(...seen)]
    const rest = seen.length === own.length ? '' : `, where unseen ${otherwise}`
    return seen.length === 0
      ? `unseen, so ${otherwise}`
      : `${least === most ? least : `${least}–${most}`} packets${rest}`
  }
  const quic = known('quic', '10 packets')
  return `Initial windows of the live servers, which replays take unless a plan sets initcwnd: QUIC ${quic}; TCP ${known('tcp', 'the machine’s')}.`
}

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
