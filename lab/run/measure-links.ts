import { availableParallelism } from 'node:os'
import type { LinkCondition } from '../link/condition/link.ts'
import type { LinkMeasurement } from '../link/measure/calibrate.ts'
import { linkDeviations } from '../link/measure/link-deviations.ts'
import { measureLink } from '../network/measure.ts'
import type { LabNetwork } from '../network/open.ts'
import { allOrNone } from '../process/all-or-none.ts'

export interface MeasureLinksOptions {
  /** Opens a network for one link at a time, which is closed again here. */
  readonly openNetwork: (signal: AbortSignal) => Promise<LabNetwork>
  readonly cacheDir: string
  /** Whether ping and iperf3 measure each link too, where they are there. Default true. */
  readonly byTools?: boolean
  readonly onLink: (condition: LinkCondition, n: number) => void
  readonly signal: AbortSignal
}

/** A link is measured so often at most before it is found to be off: something else may have run beside it. */
const MEASURED_AT_MOST = 3

/**
 * Rates, both directions added, of links that are measured at the same time, and how many of them a core bears: a
 * measurement is mostly waiting, but its bursts take a processor, the more the faster the link.
 */
const TOGETHER_MBPS = 80
const TOGETHER_A_CORE = 2

/**
 * Measures each link on a network of its own, slow ones side by side; one that comes out off is measured again with
 * nothing beside it. Resolves to measurements in the order of the conditions.
 */
export async function measureLinks(
  conditions: readonly LinkCondition[],
  options: MeasureLinksOptions,
): Promise<LinkMeasurement[]> {
  const { cacheDir, byTools = true } = options
  const measured = new Map<LinkCondition, LinkMeasurement>()
  await using networks = new Networks(options.openNetwork)
  const measure = async (condition: LinkCondition, index: number, signal: AbortSignal): Promise<void> => {
    const network = await networks.networkFor(index, signal)
    await network.setLink(condition, { initcwnd: null, congestionControl: null })
    measured.set(condition, await measureLink(network, condition, { cacheDir, byTools, signal }))
  }
  const isOff = (condition: LinkCondition): boolean => {
    const found = measured.get(condition)
    return found === undefined || linkDeviations(condition, found).length > 0
  }
  let n = 0
  for (const group of groupLinks(conditions)) {
    await allOrNone(options.signal, group, (condition, index, signal) => {
      n += 1
      options.onLink(condition, n)
      return measure(condition, index, signal)
    })
    for (const condition of group)
      for (let times = 1; isOff(condition) && times < MEASURED_AT_MOST; times += 1)
        await measure(condition, 0, options.signal)
  }
  return conditions.map((condition) => measured.get(condition) as LinkMeasurement)
}

/** Links that may be measured at the same time; a link whose rate has no limit, or varies, is alone. */
export function groupLinks(
  conditions: readonly LinkCondition[],
  most: number = TOGETHER_A_CORE * availableParallelism(),
): LinkCondition[][] {
  const groups: { mbps: number; readonly links: LinkCondition[] }[] = []
  for (const condition of conditions) {
    const mbps = (condition.downMbps ?? Infinity) + (condition.upMbps ?? Infinity)
    const open = groups.find((group) => group.links.length < most && group.mbps + mbps <= TOGETHER_MBPS)
    if (open === undefined) groups.push({ mbps, links: [condition] })
    else {
      open.mbps += mbps
      open.links.push(condition)
    }
  }
  return groups.map(({ links }) => links)
}

/** Networks that are opened when they are first needed. */
class Networks implements AsyncDisposable {
  readonly #open: MeasureLinksOptions['openNetwork']
  readonly #opened = new AsyncDisposableStack()
  readonly #networks = new Map<number, LabNetwork>()

  constructor(open: MeasureLinksOptions['openNetwork']) {
    this.#open = open
  }

  async networkFor(index: number, signal: AbortSignal): Promise<LabNetwork> {
    const network = this.#networks.get(index) ?? this.#opened.use(await this.#open(signal))
    this.#networks.set(index, network)
    return network
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened.disposeAsync()
  }
}
