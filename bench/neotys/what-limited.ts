import { ARMS } from '../../model/arm.ts'
import { median } from '../../stats/median.ts'
import type { LimitedLoad, Limiting } from './limiting.ts'
import { markdownTable } from './text.ts'

const LIMITING: Readonly<Record<Limiting, string>> = {
  client: 'the client may have been (lower bound)',
  cpu: 'CPU',
  workers: 'workers',
  connections: 'connections that it did not take or closed',
  ramp: 'nothing: the limit was not reached',
  unknown: 'none of CPU, workers and connections',
}

/** What each server was short of under each protocol, a row each. */
export function whatLimited(limited: readonly LimitedLoad[]): string[] {
  const groups = Map.groupBy(limited, ({ server, arm }) => `${server}, ${ARMS[arm].label}`)
  const heads = [
    'limited by',
    'users',
    'server’s core',
    'client’s core',
    'busy workers',
    'sockets',
    'client’s memory',
  ]
  return markdownTable(
    ['', ...heads],
    [...groups].map(([name, loads]) => [name, ...cells(loads)]),
  )
}

function cells(loads: readonly LimitedLoad[]): string[] {
  const counts = Map.groupBy(
    loads.flatMap(({ by }) => by),
    (each) => each,
  )
  const middle = (read: (load: LimitedLoad) => number | null) =>
    median(loads.flatMap((load) => read(load) ?? []))
  const percent = (share: number | undefined) => (share === undefined ? '–' : `${(100 * share).toFixed(0)} %`)
  const count = (value: number | undefined) => (value === undefined ? '–' : String(Math.round(value)))
  const megabytes = (bytes: number | undefined) =>
    bytes === undefined ? '–' : `${(bytes / 1e6).toFixed(0)} MB`
  return [
    [...counts].map(([by, all]) => `${LIMITING[by]} (${all.length} of ${loads.length})`).join('; '),
    count(middle(({ users }) => users)),
    ...[percent(middle(({ serverBusy }) => serverBusy)), percent(middle(({ clientBusy }) => clientBusy))],
    ...[count(middle(({ busyWorkers }) => busyWorkers)), count(middle(({ sockets }) => sockets))],
    megabytes(middle(({ clientBytes }) => clientBytes)),
  ]
}
