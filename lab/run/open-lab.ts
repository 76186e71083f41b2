import { join } from 'node:path'
import { reachableDatabase } from '../../db/connection/socket-relay.ts'
import type { GraphReplay } from '../graph/replay/write-graph-replay.ts'
import type { Backend, LinkCondition } from '../link/condition/link.ts'
import type { LinkMeasurement } from '../link/measure/calibrate.ts'
import type { LabHost } from '../network/messages.ts'
import { type LabNetwork, type LabNetworkOptions, openLabNetwork } from '../network/open.ts'
import { findServerProgram, type ServerProgram } from '../origin/server-program.ts'
import { SERVERS, type ServerName } from '../origin/servers.ts'
import type { Plan, PlannedCell } from '../plan/plan.ts'
import { allOrNone } from '../process/all-or-none.ts'
import { overLink, type ReplayLoad } from '../replay/replay-load.ts'
import { cellSetting } from './cell-setting.ts'
import { writeLabContent } from './lab-content.ts'
import { type LabVariant, type LabVariants, labVariants, variantKey, variantOfBlock } from './lab-variants.ts'
import { type CellSetting, Lane } from './lane.ts'
import { type MeasureLinksOptions, measureLinks } from './measure-links.ts'
import { replayNames } from './replay-names.ts'
import type { ReplayNames, RunnerOrder } from './runner-messages.ts'
import { variantChains } from './variant-chains.ts'

interface OpenLabOptions {
  readonly plan: Plan
  readonly lanes: number
  readonly cacheDir: string
  /** File or URL of the database that campaigns are in. */
  readonly database: string
  readonly capture: boolean
  /** Program of scripts/ that loads pages. */
  readonly runnerProgram: string
  /** Default: netem where the kernel has it, else rattan. */
  readonly linkBackend?: Backend
  /** Servers run before all other programs of the machine; only where `mayRunInRealTime`. */
  readonly inRealTime: boolean
  readonly signal: AbortSignal
}

/** Networks, pages and certificates of a plan, in place. All of it goes when disposed of, or with this process. */
export interface Lab extends AsyncDisposable {
  /** One at least. */
  readonly lanes: readonly Lane[]
  /** PEM file of the root that all certificates hang on. */
  readonly caFile: string
  variantsOf(cell: PlannedCell): LabVariants
  /** Says how browsers find the hosts of its page; null: the client knows them. */
  namesOf(cell: PlannedCell): ReplayNames | null
  /** All but the seed of its link; `block` of rounds, from 0. */
  settingOf(cell: PlannedCell, block: number): Promise<Omit<CellSetting, 'seed'>>
  /** Replay of a cell whose page is a recording; null of others. */
  replayOf(cell: PlannedCell): ReplayLoad | null
  /** The one that a block of rounds, from 0, loads, of a cell whose page no browser loads; null of others. */
  graphOf(cell: PlannedCell, block: number): GraphReplay | null
  /** Measures links as they come out on this machine, beside the lanes; `onLink` is called with the n-th, from 1. */
  measureLinks(
    conditions: readonly LinkCondition[],
    options: Pick<MeasureLinksOptions, 'byTools' | 'onLink' | 'signal'>,
  ): Promise<LinkMeasurement[]>
}

/** @throws SandboxUnavailable where the machine does not allow or have what it takes. */
export async function openLab(options: OpenLabOptions): Promise<Lab> {
  const { plan, cacheDir, signal } = options
  const cells = plan.cells.filter(({ skip }) => skip === null)
  const variants = labVariants(cells, plan.seed)
  await using opened = new AsyncDisposableStack()
  const every = [...variants.values()].flat()
  const networks = await openNetworks(options, every, opened)
  const [first] = networks
  if (first === undefined) throw new RangeError('a lab has one lane at least')
  // Made in the folder of a network, which is cleared away whatever ends us.
  const chains = variantChains(cells, variants)
  const graphsAsFiles = cells.some(({ server }) => !SERVERS[server].settable.includes('recording'))
  const content = await writeLabContent(
    join(first.folder, 'content'),
    every,
    { chains, graphsAsFiles },
    signal,
  )
  // The client of a lab reaches nothing but the lab.
  const { url } = opened.use(await reachableDatabase(options.database))
  const runnerOrder: Omit<RunnerOrder, 'serverFolder'> = {
    database: url,
    cacheDir,
    capture: options.capture,
    earlyData: cells.some(({ visit }) => visit === 'zero-rtt'),
    caFile: content.caFile,
    forced: forcedHosts(cells, variants),
  }
  const lanes = networks.map((network) =>
    opened.use(new Lane({ network, runnerProgram: options.runnerProgram, runnerOrder })),
  )
  const programs = new Map<ServerName, ServerProgram>()
  for (const { server } of cells)
    if (!programs.has(server)) programs.set(server, await findServerProgram(server, cacheDir))
  const variantsOf = (cell: PlannedCell): LabVariants => {
    const ofCell = variants.get(variantKey(cell))
    if (ofCell === undefined) throw new Error(`the lab was not opened for page ${cell.page}`)
    return ofCell
  }
  const names = replayNames(every, plan.arms.includes('recorded'))
  const closing = opened.move()
  return {
    lanes,
    caFile: content.caFile,
    variantsOf,
    replayOf: (cell) => {
      const replay = content.replays.get(variantsOf(cell)[0].name)
      return replay === undefined ? null : overLink(replay.load, cell.link.downMbps)
    },
    graphOf: (cell, block) => content.graphs.get(variantOfBlock(variantsOf(cell), block).name) ?? null,
    namesOf: (cell) => names.get(variantsOf(cell)[0].name) ?? null,
    settingOf: (cell, block) =>
      cellSetting(cell, variantOfBlock(variantsOf(cell), block), {
        content,
        programs,
        serversFolder: join(first.folder, 'servers'),
        altSvc: plan.arms.includes('h3-altsvc'),
        inRealTime: options.inRealTime,
      }),
    measureLinks: (conditions, measureOptions) =>
      measureLinks(conditions, {
        ...measureOptions,
        cacheDir,
        openNetwork: (opening) => openLabNetwork(networkOptions(options, 1, [], opening)),
      }),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

/** One network for each lane, at once; none stays open where one fails. */
async function openNetworks(
  options: OpenLabOptions,
  variants: readonly LabVariant[],
  opened: AsyncDisposableStack,
): Promise<LabNetwork[]> {
  // Hosts of recorded pages are each browser's own affair (replay-names.ts), those of graphs the replayer's.
  const hosts = variants.flatMap((variant) => (keepsHosts(variant) ? [] : variant.hosts))
  const addresses = ({ page, hosts: { length } }: LabVariant): number =>
    page.recording === undefined ? length : 2 * length
  const shards = Math.max(1, ...variants.map(addresses))
  const hasResolver = variants.some(({ page }) => page.recording !== undefined)
  const networks: LabNetwork[] = []
  await allOrNone(options.signal, Array.from({ length: options.lanes }), async (_, lane, signal) => {
    networks[lane] = opened.use(
      await openLabNetwork({ ...networkOptions(options, shards, hosts, signal), hasResolver }),
    )
  })
  return networks
}

function keepsHosts({ page: { recording, graph } }: LabVariant): boolean {
  return recording !== undefined || graph !== undefined
}

function networkOptions(
  { cacheDir, linkBackend }: OpenLabOptions,
  shards: number,
  hosts: readonly LabHost[],
  signal: AbortSignal,
): LabNetworkOptions {
  return { cacheDir, shards, hosts, signal, ...(linkBackend && { linkBackend }) }
}

/** Hosts that are forced to HTTP/3 in the arm h3, of all cells that have it; those of recorded pages are named with them. */
function forcedHosts(cells: readonly PlannedCell[], variants: ReadonlyMap<string, LabVariants>): string[] {
  const forced = cells
    .filter(({ arms }) => arms.applied.some((arm) => arm.startsWith('h3')))
    .flatMap((cell) => variants.get(variantKey(cell)) ?? [])
    .flatMap((variant) => (keepsHosts(variant) ? [] : variant.hosts))
  return [...new Set(forced.map(({ name }) => name))]
}
