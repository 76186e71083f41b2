import { ARMS } from '../../model/arm.ts'
import type { ReadLoad } from '../../server/load/read-load-run.ts'
import type { Limited, Limiting } from '../../stats/load/limiting.ts'
import { median } from '../../stats/median.ts'
import { codeTable } from './markdown.ts'

const LIMITING: Readonly<Record<Limiting, string>> = {
  client: 'client may be (≥)',
  cpu: 'CPU',
  workers: 'workers',
  connections: 'connections not taken or closed',
  ramp: 'nothing',
  unknown: 'unknown',
}

/** Says what each server was short of under each protocol, a row each. */
export function whatLimited(loads: readonly ReadLoad[]): string[] {
  const done = loads.flatMap(({ row, limited }) =>
    limited === null ? [] : [{ name: `${row.server}, ${ARMS[row.arm].label}`, limited }],
  )
  const heads = ['users', 'server’s core', 'client’s core', 'busy workers', 'sockets', 'client’s memory']
  return codeTable(
    ['', 'limited by', ...heads],
    [...Map.groupBy(done, ({ name }) => name)].map(([name, own]) => [
      name,
      ...cells(own.map(({ limited }) => limited)),
    ]),
  )
}

function cells(loads: readonly Limited[]): (string | null)[] {
  const counts = Map.groupBy(
    loads.flatMap(({ by }) => by),
    (each) => each,
  )
  const middle = (read: (load: Limited) => number | null, text: (value: number) => string): string | null => {
    const value = median(loads.flatMap((load) => read(load) ?? []))
    return value === undefined ? null : text(value)
  }
  const percent = (share: number): string => `${(100 * share).toFixed(0)} %`
  const whole = (value: number): string => String(Math.round(value))
  return [
    [...counts].map(([by, all]) => `${LIMITING[by]} (${all.length} of ${loads.length})`).join('; '),
    middle(({ users }) => users, whole),
    middle(({ serverBusy }) => serverBusy, percent),
    middle(({ clientBusy }) => clientBusy, percent),
    middle(({ busyWorkers }) => busyWorkers, whole),
    middle(({ sockets }) => sockets, whole),
    middle(
      ({ clientBytes }) => clientBytes,
      (bytes) => `${(bytes / 1e6).toFixed(0)} MB`,
    ),
  ]
}
