import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Backend, LinkCondition } from '../link/condition/link.ts'
import type { LinkMeasurement } from '../link/measure/calibrate.ts'
import { type LabNetwork, openLabNetwork } from '../network/open.ts'
import { originListeners, serverCommand } from '../origin/origin.ts'
import { findServerProgram, type ServerProgram } from '../origin/server-program.ts'
import type { ServerName } from '../origin/servers.ts'
import type { Plan, PlannedCell } from '../plan/plan.ts'
import { serveOrder } from '../plan/serve-order.ts'
import { allOrNone } from '../process/all-or-none.ts'
import { writeLabContent } from './lab-content.ts'
import { type LabVariant, labVariants, variantKey } from './lab-variants.ts'
import { type CellSetting, Lane } from './lane.ts'
import { type MeasureLinksOptions, measureLinks } from './measure-links.ts'

export interface OpenLabOptions {
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
  readonly signal: AbortSignal
}

/** Networks, pages and certificates of a plan, in place. All of it goes when disposed of, or with this process. */
export interface Lab extends AsyncDisposable {
  /** One at least. */
  readonly lanes: readonly Lane[]
  variantOf(cell: PlannedCell): LabVariant
  /** All but the seed of its link. */
  settingOf(cell: PlannedCell): Promise<Omit<CellSetting, 'seed'>>
  /** Measures links as they come out on this machine, beside the lanes; `onLink` is told of the n-th, from 1. */
  measureLinks(
    conditions: readonly LinkCondition[],
    onLink: MeasureLinksOptions['onLink'],
    signal: AbortSignal,
  ): Promise<LinkMeasurement[]>
}

/** @throws SandboxUnavailable where the machine does not allow or have what it takes. */
export async function openLab(options: OpenLabOptions): Promise<Lab> {
  const { plan, cacheDir, signal } = options
  const cells = plan.cells.filter(({ skip }) => skip === null)
  const variants = labVariants(cells, plan.seed)
  const hosts = [...variants.values()].flatMap((variant) => variant.hosts)
  const shards = Math.max(1, ...[...variants.values()].map((variant) => variant.hosts.length))
  const backend = options.linkBackend && { linkBackend: options.linkBackend }
  await using opened = new AsyncDisposableStack()
  const networks: LabNetwork[] = []
  await allOrNone(signal, Array.from({ length: options.lanes }), async (_, lane, both) => {
    const network = await openLabNetwork({ cacheDir, shards, hosts, signal: both, ...backend })
    networks[lane] = opened.use(network)
  })
  const [first] = networks
  if (first === undefined) throw new RangeError('a lab has one lane at least')
  // In the folder of a network, which is cleared away whatever ends us.
  const content = await writeLabContent(join(first.folder, 'content'), variants.values(), signal)
  const lanes = networks.map((network) =>
    opened.use(
      new Lane({
        network,
        runnerProgram: options.runnerProgram,
        runnerOrder: {
          database: options.database,
          cacheDir,
          capture: options.capture,
          caFile: content.caFile,
          forced: forcedHosts(cells, variants),
        },
      }),
    ),
  )
  const variantOf = (cell: PlannedCell): LabVariant => {
    const variant = variants.get(variantKey(cell))
    if (variant === undefined) throw new Error(`the lab was not opened for page ${cell.page}`)
    return variant
  }
  const programs = new Map<ServerName, ServerProgram>()
  const programOf = async (server: ServerName): Promise<ServerProgram> => {
    const found = programs.get(server) ?? (await findServerProgram(server, cacheDir))
    programs.set(server, found)
    return found
  }
  for (const server of new Set(cells.map((cell) => cell.server))) await programOf(server)
  const closing = opened.move()
  return {
    lanes,
    variantOf,
    async settingOf(cell) {
      const variant = variantOf(cell)
      const certificate = content.certificates.get(variant.name)
      if (certificate === undefined) throw new Error(`${variant.name} has no certificate`)
      const order = serveOrder(cell, {
        www: content.www,
        hosts: variant.hosts,
        ...certificate,
        think: content.think.get(variant.name) ?? {},
        contentTypes: content.contentTypes.get(variant.name) ?? {},
        allowAnyOrigin: variant.page.mirror !== undefined,
        altSvc: plan.arms.includes('h3-altsvc'),
      })
      const program = await programOf(cell.server)
      // A folder for each order: lanes differ in theirs, and another order is another command.
      const folder = join(first.folder, 'servers', hashOf(order))
      const commands = await serverCommand(order, folder, program)
      return {
        condition: cell.link,
        tcp: { initcwnd: cell.initcwnd, congestionControl: cell.congestionControl },
        servers: commands,
        serverVersion: program.version,
        listeners: originListeners(order),
      }
    },
    measureLinks: (conditions, onLink, until) =>
      measureLinks(conditions, {
        cacheDir,
        onLink,
        signal: until,
        openNetwork: (opening) =>
          openLabNetwork({ cacheDir, shards: 1, hosts: [], signal: opening, ...backend }),
      }),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

function hashOf(order: object): string {
  return createHash('sha256').update(JSON.stringify(order)).digest('hex').slice(0, 16)
}

/** Hosts that are forced to HTTP/3 in the arm h3, of all cells that have it. */
function forcedHosts(cells: readonly PlannedCell[], variants: ReadonlyMap<string, LabVariant>): string[] {
  const forced = cells
    .filter(({ arms }) => arms.applied.some((arm) => arm.startsWith('h3')))
    .flatMap((cell) => variants.get(variantKey(cell))?.hosts ?? [])
  return [...new Set(forced.map(({ name }) => name))]
}
