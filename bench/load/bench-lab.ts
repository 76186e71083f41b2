import { resolve } from 'node:path'
import { pinnedCores } from '../../lab/load/cores/pinned-cores.ts'
import { measureLoad } from '../../lab/load/measure-load.ts'
import type { LoadOrder } from '../../lab/load/order.ts'
import type { LoadPlan } from '../../lab/load/plan/load-plan.ts'
import { parseLoadPlan } from '../../lab/load/plan/read-load-plan.ts'
import { programOrder } from '../../lab/load/run/load-orders.ts'
import { type LoadLab, openLoadLab } from '../../lab/load/run/open-load-lab.ts'
import type { LoadProtocol, LoadSecond } from '../../model/load-second.ts'

export interface BenchLabOptions {
  readonly cacheDir: string
  /** Of the catalogue. */
  readonly page: string
  readonly rttMs: number
  readonly servers: LoadPlan['servers']
  readonly signal: AbortSignal
}

/** A load lab whose orders the bench changes as it likes. */
export interface BenchLab extends AsyncDisposable {
  readonly lab: LoadLab
  readonly cores: ReturnType<typeof pinnedCores>
  /** The seconds of a load over this protocol. Rejects where there was any error. */
  load(arm: LoadProtocol, changes: (order: LoadOrder) => Partial<LoadOrder>): Promise<LoadSecond[]>
}

export async function openBenchLab(options: BenchLabOptions): Promise<BenchLab> {
  const { page, rttMs, servers, cacheDir, signal } = options
  const cores = pinnedCores()
  const plan = parseLoadPlan(
    JSON.stringify({
      ...{ title: 'bench', page, arms: ['h1', 'h2', 'h3'], servers, link: { rttMs }, thinkMs: 0 },
      ramp: { users: 2, rampSeconds: 1, holdSeconds: 1, intervalSeconds: 1 },
    }),
    'bench.yaml',
  )
  const lab = await openLoadLab({ plan, cores, cacheDir: resolve(cacheDir), signal })
  const { network, program } = lab
  return {
    lab,
    cores,
    async load(arm, changes) {
      const planned = programOrder({ arm, repetition: 0, server: servers[0] ?? 'towline' }, plan, lab.page)
      const order = { ...planned, ...changes(planned) }
      const clock = () => performance.now()
      const seconds: LoadSecond[] = []
      for await (const line of measureLoad({ network, order, program, cores, clock, signal })) {
        if ('second' in line) seconds.push(line.second.load)
        if ('end' in line && (line.end.pagesFailed > 0 || Object.keys(line.end.errors).length > 0))
          throw new Error(`page users over ${arm}: ${JSON.stringify(line.end.errors)}`)
      }
      signal.throwIfAborted()
      return seconds
    },
    [Symbol.asyncDispose]: () => lab[Symbol.asyncDispose](),
  }
}
