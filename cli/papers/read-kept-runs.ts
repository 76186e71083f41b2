import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parquetReadObjects } from 'hyparquet'
import type { Arm } from '../../model/arm.ts'
import type { MetricName } from '../../model/metrics.ts'
import type { CellFactors } from '../../papers/decide/measured-cell.ts'
import type { RoundValue } from '../../stats/comparison/pair-rounds.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import {
  FILES,
  type KeptCell,
  type KeptFacts,
  type KeptRun,
  type KeptSample,
  keptFacts,
  SOURCES,
} from './kept-run.ts'

/** A row of a Parquet file, by column. */
export type KeptRow = Readonly<Record<string, unknown>>

/** All kept lab runs below a folder, by plan, graphs before browsers. */
export async function readKeptRuns(results: string): Promise<KeptRun[]> {
  const runs: KeptRun[] = []
  for (const folder of await keptFolders(results, SOURCES)) runs.push(await readKeptRun(folder))
  return runs
}

/** Folders of runs from these sources, by plan and in their order; a source may have a folder for each of several runs. */
export async function keptFolders(results: string, sources: readonly string[]): Promise<string[]> {
  if (!existsSync(results)) return []
  const plans = (await readdir(results, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  const ofSources = plans
    .map(({ name }) => name)
    .toSorted()
    .flatMap((plan) => sources.map((source) => join(results, plan, source)))
    .filter((folder) => existsSync(folder))
  const folders: string[] = []
  for (const folder of ofSources)
    folders.push(folder, ...(await readdir(folder)).toSorted().map((name) => join(folder, name)))
  return folders.filter((folder) => existsSync(join(folder, FILES.run)))
}

async function readKeptRun(folder: string): Promise<KeptRun> {
  const facts = await readFacts(join(folder, FILES.run))
  const cells = await readRows(join(folder, FILES.cells))
  const samples = await readRows(join(folder, FILES.samples))
  const byCell = Map.groupBy(samples, (sample) => (sample as unknown as KeptSample).cell)
  return {
    facts,
    samples: samples.length,
    valid: samples.filter(({ state }) => state === 'valid').length,
    cells: cells.flatMap((row): KeptCell[] => {
      const own = byCell.get(Number(row.cell))
      return own === undefined ? [] : [keptCell(row, own)]
    }),
  }
}

export async function readFacts(file: string): Promise<KeptFacts> {
  const text = await readFile(file, 'utf8')
  const parsed = keptFacts.safeParse(JSON.parse(text))
  if (parsed.success) return parsed.data
  throw new CliError(EXIT.data, `${file} is no run that this version can read`, { cause: parsed.error })
}

export async function readRows(file: string): Promise<KeptRow[]> {
  const bytes = await readFile(file)
  try {
    return await parquetReadObjects({
      file: {
        byteLength: bytes.byteLength,
        slice: (start, end) => new Uint8Array(bytes.subarray(start, end)).buffer,
      },
    })
  } catch (error) {
    throw new CliError(EXIT.data, `${file} cannot be read as Parquet: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

function keptCell(row: KeptRow, samples: readonly KeptRow[]): KeptCell {
  const valid = samples.filter(({ state }) => state === 'valid')
  const json = (name: string): unknown => JSON.parse(String(row[name] ?? null))
  const groups = Map.groupBy(samples, ({ arm, state }) => `${arm} ${state}`)
  return {
    cell: Number(row.cell),
    factors: json('factors') as CellFactors,
    configuredLink: (json('configured_link') ?? {}) as KeptCell['configuredLink'],
    wireLimitMs: json('wire_limit_ms') as KeptCell['wireLimitMs'],
    loads: [...groups.values()].map((own) => ({
      ...{ arm: own[0]?.arm as Arm, state: String(own[0]?.state), samples: own.length },
    })),
    valuesOf: (arm: Arm, metric: MetricName): readonly RoundValue[] =>
      valid.flatMap((sample) => {
        const value = sample[metric]
        return sample.arm === arm && typeof value === 'number' ? [{ round: Number(sample.round), value }] : []
      }),
  }
}
