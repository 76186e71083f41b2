import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ENTRY } from '../../cli/options/entry.ts'
import { metricValues } from '../../db/campaign/sample-metrics.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { labCells } from '../../db/lab/lab-cells.ts'
import type { LoadProtocol } from '../../model/load-second.ts'

export interface ChromiumTimesOptions {
  readonly folder: string
  readonly cacheDir: string
  readonly page: string
  readonly rttMs: number
  readonly loads: number
  readonly signal: AbortSignal
}

/**
 * Loads a page in Chromium as `towline lab run` does. Resolves to Time on Wire with connection set-up, as a page user
 * with new connections has it too, ms, by arm.
 */
export async function chromiumTimes(options: ChromiumTimesOptions): Promise<Map<LoadProtocol, number[]>> {
  const { folder, cacheDir, page, rttMs, loads, signal } = options
  const [plan, database] = ['plan.yaml', 'lab.sqlite'].map((name) => join(folder, `${rttMs}-${name}`)) as [
    string,
    string,
  ]
  await writeFile(
    plan,
    JSON.stringify({
      ...{ title: 'bench', arms: ['h1', 'h2', 'h3'], baseline: 'h1', rounds: loads, pauseMs: 100, seed: 1 },
      factors: { page: [page], rttMs: [rttMs] },
    }),
  )
  const flags = ['--database', database, '--cache', cacheDir, '--busy-limit', '1']
  const child = spawn(process.execPath, [ENTRY, 'lab', 'run', plan, ...flags], {
    stdio: ['ignore', process.stderr, process.stderr],
    signal,
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  signal.throwIfAborted()
  if (code !== 0) throw new Error(`the loads in Chromium ended with ${code}: see above`)
  await using db = await openDatabase({ url: database, readOnly: true })
  const times = new Map<LoadProtocol, number[]>()
  for (const { campaignId } of await labCells(db, 1)) {
    if (campaignId === null) continue
    for (const { arm, value } of await metricValues(db, campaignId, 'tow_setup_ms'))
      if (value !== null) times.set(arm as LoadProtocol, [...(times.get(arm as LoadProtocol) ?? []), value])
  }
  return times
}
