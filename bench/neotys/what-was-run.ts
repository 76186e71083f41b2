import { whyNoArm } from '../../lab/load/plan/planned-loads.ts'
import { LOAD_SERVERS, SERVERS, type ServerName } from '../../lab/origin/servers.ts'
import { ARMS } from '../../model/arm.ts'
import { LOAD_PROTOCOLS, type LoadProtocol } from '../../model/load-second.ts'
import type { ReadLoad } from '../../server/load/read-load-run.ts'
import { markdownTable } from './text.ts'

/** Each server of the lab under each protocol: how many loads came to their end, or why there is none. */
export function whatWasRun(loads: readonly ReadLoad[]): string[] {
  return markdownTable(
    ['', ...LOAD_PROTOCOLS.map((arm) => ARMS[arm].label)],
    LOAD_SERVERS.map((server) => [
      SERVERS[server].title,
      ...LOAD_PROTOCOLS.map((arm) => cellText(loads, server, arm)),
    ]),
  )
}

function cellText(loads: readonly ReadLoad[], server: ServerName, arm: LoadProtocol): string {
  if (whyNoArm(server, arm) !== null) return 'does not speak it'
  const planned = loads.filter(({ row }) => row.server === server && row.arm === arm)
  if (planned.length === 0) return '**not run**'
  const done = planned.filter(({ row }) => row.state === 'done').length
  return done === planned.length ? `${done} loads` : `**${done} of ${planned.length} loads**`
}
