import { whyNoArm } from '../../lab/load/plan/planned-loads.ts'
import { SERVERS, type ServerName } from '../../lab/origin/servers.ts'
import { ARMS } from '../../model/arm.ts'
import type { LoadedArm } from '../../model/load-second.ts'
import type { LoadReport, ReadLoad } from '../../server/load/read-load-run.ts'
import { codeTable } from './markdown.ts'

/** Each server of the plan under each protocol: how many loads came to their end, or why there is none. */
export function whatWasRun({ servers, arms }: LoadReport['plan'], loads: readonly ReadLoad[]): string[] {
  return codeTable(
    ['loads', ...arms.map((arm) => ARMS[arm].label)],
    (servers as readonly ServerName[]).map((server) => [
      SERVERS[server].title,
      ...arms.map((arm) => cellText(loads, server, arm)),
    ]),
  )
}

function cellText(loads: readonly ReadLoad[], server: ServerName, arm: LoadedArm): string {
  if (whyNoArm(server, arm) !== null) return 'does not speak it'
  const planned = loads.filter(({ row }) => row.server === server && row.arm === arm)
  const done = planned.filter(({ row }) => row.state === 'done').length
  return done === planned.length ? String(done) : `${done} of ${planned.length}`
}
