import { ARMS, type Arm } from '../../model/arm.ts'
import type { KeyExchange } from '../../model/key-exchange.ts'
import { GRAPH_PREFIX } from '../../model/lab-page-name.ts'
import type { UdpPath } from '../../model/udp-path.ts'
import type { Visit } from '../../model/visit.ts'
import type { CertificateKey } from '../certificate/chain-kind.ts'
import { quicCongestionControl, SERVERS, type ServerName, type ServerSetting } from '../origin/servers.ts'
import { isMadePage } from '../pages/page.ts'
import { DEFAULT_CONGESTION_CONTROL } from '../process/congestion-controls.ts'
import { RECORDING_PREFIX } from '../replay/recorded-page.ts'
import type { CellLevels } from './cell-levels.ts'
import { cellLink } from './cell-link.ts'
import type { AddressRule, FactorName, HintRule, PriorityRule, SlowStart } from './factors.ts'
import { asLevelFault, LevelFault } from './level-fault.ts'
import type { Plan, PlannedCell } from './plan.ts'
import type { PlanMaterials } from './plan-materials.ts'
import { refuseByHandshake, refuseByPath } from './refuse-handshake.ts'
import { refuseByHints } from './refuse-hints.ts'
import { refuseByVisit } from './visit-arms.ts'

/** All that makes a cell what it is, whichever arms are measured in it. */
export type CellCondition = Omit<PlannedCell, 'arms' | 'skip' | 'factors'>

/**
 * The condition that follows from the levels of a cell.
 * @throws LevelFault where it cannot be had, or not under one of the arms
 */
export function cellCondition(
  levels: CellLevels,
  { arms, loader }: Pick<Plan, 'arms' | 'loader'>,
  { checkedPage, checkedTrace }: PlanMaterials,
): CellCondition {
  const given = <Value>(name: FactorName, otherwise: Value): Value =>
    levels.has(name) ? (levels.get(name)?.level as Value) : otherwise
  const page = loadedBy(loader, pageName(levels))
  const condition = {
    ...asLevelFault(levels.has('objects') ? 'objects' : 'page', () =>
      checkedPage(page, given<number | undefined>('shards', undefined)),
    ),
    server: given<ServerName>('server', 'towline'),
    link: cellLink(levels, checkedTrace),
    initcwnd: given<number | null>('initcwnd', null),
    congestionControl: given<string | null>('congestionControl', DEFAULT_CONGESTION_CONTROL),
    streams: given<number | null>('streams', null),
    thinkMs: given('thinkMs', 0),
    addresses: given<AddressRule>('addresses', 'each'),
    priorities: given<PriorityRule>('priorities', 'off'),
    earlyHints: given<HintRule>('earlyHints', 'off'),
    slowStart: given<SlowStart>('slowStart', 'classic'),
    udp: given<UdpPath>('udp', 'open'),
    keyExchange: given<KeyExchange | null>('keyExchange', null),
    chainBytes: given<number | null>('chainBytes', null),
    certificateKey: given<CertificateKey>('certificateKey', 'ecdsa'),
    visit: given<Visit>('visit', 'cold'),
  }
  refuseByServer(condition, arms)
  refuseByPath(condition, arms)
  refuseByHandshake(condition, arms)
  refuseByVisit(condition, arms)
  refuseByHints(condition)
  if (condition.addresses !== 'each' && condition.page.startsWith(RECORDING_PREFIX))
    throw new LevelFault('addresses', 'a recorded page has the addresses that it was recorded with')
  if (condition.addresses !== 'each' && condition.page.startsWith(GRAPH_PREFIX))
    throw new LevelFault('addresses', 'without a browser each host of a page has an address of its own')
  return condition
}

/** A page as a plan's loader knows it: without a browser, those of the catalogue are graphs. */
function loadedBy(loader: Plan['loader'], page: string): string {
  if (loader !== 'graph') return page
  if (page.startsWith(RECORDING_PREFIX))
    throw new LevelFault('page', `${page} is loaded by a browser; \`towline graph make\` makes a graph of it`)
  return isMadePage(page) ? `${GRAPH_PREFIX}${page}` : page
}

/** The page that is named, or that number and size of objects make. */
function pageName(levels: CellLevels): string {
  const [page, objects, bytes] = (['page', 'objects', 'objectBytes'] as const).map(
    (name) => levels.get(name)?.level ?? null,
  )
  if (objects == null && bytes == null) {
    if (page != null) return String(page)
    throw new LevelFault('page', 'no page: name one under held or factors')
  }
  const set = objects == null ? 'objectBytes' : 'objects'
  if (page != null) throw new LevelFault(set, `${set} beside page, which is another one`)
  if (objects == null || bytes == null)
    throw new LevelFault(set, 'objects and objectBytes make a page together: one of them is missing')
  return `objects-${objects}x${bytes}`
}

function refuseByServer(
  {
    page,
    server,
    streams,
    thinkMs,
    addresses,
    keyExchange,
    priorities,
    slowStart,
    congestionControl,
  }: CellCondition,
  arms: readonly Arm[],
): void {
  const { title, protocols, settable } = SERVERS[server]
  const arm = arms.find((name) => !protocols.includes(ARMS[name].protocol))
  if (arm !== undefined)
    throw new LevelFault(
      'server',
      `${title} does not speak ${ARMS[arm].protocol}, which the arm ${arm} needs`,
    )
  const cannot = (setting: ServerSetting): boolean => !settable.includes(setting)
  const isGraphFile = page.startsWith(GRAPH_PREFIX) && !isMadePage(page.slice(GRAPH_PREFIX.length))
  if ((page.startsWith(RECORDING_PREFIX) || isGraphFile) && cannot('recording'))
    throw new LevelFault('server', `${title} cannot answer as what was recorded: towline can`)
  if (streams !== null && cannot('streams'))
    throw new LevelFault('streams', `${title} does not let its limit of streams be set`)
  if (keyExchange !== null && cannot('keyExchange'))
    throw new LevelFault('keyExchange', `${title} does not let the group of its key exchange be set`)
  if (addresses === 'one' && cannot('sharedAddress'))
    throw new LevelFault('addresses', `${title} has an address for each host here`)
  if (addresses === 'origin' && cannot('originFrame'))
    throw new LevelFault('addresses', `${title} sends no ORIGIN frame`)
  if (addresses === 'origin' && arms.every((name) => ARMS[name].protocol !== 'h3'))
    throw new LevelFault('addresses', 'an ORIGIN frame is of HTTP/3, which no arm of the plan speaks')
  if (priorities === 'on' && cannot('priorities'))
    throw new LevelFault('priorities', `${title} does not let the order of its responses be set`)
  if (slowStart === 'hystart' && cannot('slowStart'))
    throw new LevelFault('slowStart', `${title} does not let the slow start of its QUIC be set`)
  if (slowStart === 'hystart' && quicCongestionControl(server, congestionControl) === 'bbr')
    throw new LevelFault('slowStart', 'BBR has a start of its own, without HyStart')
  if (thinkMs > 0 && cannot('thinkMs'))
    throw new LevelFault('thinkMs', `${title} does not let a wait before its answers be set`)
}
