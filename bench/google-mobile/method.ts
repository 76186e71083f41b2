import type { Results } from './results.ts'
import { wrapped } from './text.ts'

/** How the run was measured, as a list. */
export function method({ run, facts, machine }: Results): string[] {
  const { link, browserVersion, capture, congestionControl, busyLimit, pauseMs, wallMs } = facts
  const known = (value: number | null, digits: number) => value?.toFixed(digits) ?? 'unknown'
  return [
    `- Link: profile \`google-3g\`, queue of 256 packets. Measured before the loads: ${known(link.rttMs, 1)} ms (minimum of 20 ` +
      `pings), ${known(link.downMbps, 2)}/${known(link.upMbps, 2)} Mbit/s by iperf3.`,
    `- Server: towline-origin; congestion control of TCP and QUIC: ${congestionControl ?? 'unknown'}.`,
    `- Browser: ${browserVersion ?? 'unknown'}, cold loads in browsers that stay open. Packets: ${capture ?? 'not captured'}.`,
    `- Node ${run.versions.node ?? 'unknown'}, towline ${run.toolVersion}. Lab run ${run.id}, seed ${run.seed}, pause ` +
      `${known(pauseMs, 0)} ms.`,
    busyLine(busyLimit),
    ...(machine === null ? [] : [`- Machine: ${machine}.`]),
    ...(wallMs === null ? [] : [`- Wall time: ${Math.round(wallMs / 60_000)} min from start to end.`]),
  ].flatMap((line) => wrapped(line, '  '))
}

function busyLine(busyLimit: number | null): string {
  if (busyLimit === null) return '- Whether the machine was busy is unknown.'
  if (busyLimit >= 1)
    return (
      '- **The machine did other work meanwhile, and no load was left out for it** ' +
      `(\`--busy-limit ${busyLimit}\`): page load times can be longer than on a quiet one.`
    )
  return `- A load is left out where other work took more than ${(100 * busyLimit).toFixed(0)} % of the machine’s cores.`
}
