import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openSandbox } from '../../../lab/sandbox/open.ts'
import { runFolder, type TowlineRun } from '../../cli/run-folder.ts'
import { networkOf } from '../probe/probe-folder.ts'

export const SITES = ['page-429.test', 'page-403.test', 'page-12.test', 'all-three.test']
/** Those that are recorded: the others ask to be left alone. */
export const PAGES = SITES.slice(2)

/** A survey of these sites, of which pages are recorded. */
export interface SurveyedSites extends AsyncDisposable {
  record(out: string, ...flags: string[]): TowlineRun
  inFolder(...names: string[]): string
  leftovers(): Promise<string[]>
}

export async function openSurveyedSites(): Promise<SurveyedSites> {
  await using resources = new AsyncDisposableStack()
  const sandbox = resources.use(await openSandbox())
  const folder = resources.use(await runFolder())
  const inFolder = (...names: string[]): string => join(folder.path, ...names)
  const start = (...args: string[]): TowlineRun => {
    const network = networkOf(sandbox).slice(0, -2)
    const files = ['--database', folder.database, '--cache', folder.cache]
    return folder.start([...args, ...network, ...files], (argv) => sandbox.command(argv))
  }
  await writeFile(inFolder('list.csv'), SITES.map((site) => `${site}\n`).join(''))
  await endsOk(start('crawl', '--list', inFolder('list.csv'), '--survey-only', '--h3-canary', 'none'))
  const owned = resources.move()
  return {
    record: (out, ...flags) =>
      start('record', '--from-survey', 'latest', '--serve', 'h1', '--pause', '1ms', '--out', out, ...flags),
    inFolder,
    leftovers: () => folder.leftovers(),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

export async function endsOk(run: TowlineRun): Promise<TowlineRun> {
  assert.deepEqual(await run.ended, { code: 0, signal: null }, run.stderr())
  return run
}
