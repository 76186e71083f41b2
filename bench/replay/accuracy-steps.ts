import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runInside } from '../../cli/prepare/run-inside.ts'
import { parseLink } from '../../lab/link/condition/parse.ts'
import { calibrate } from '../../lab/link/measure/calibrate.ts'
import { openSandbox } from '../../lab/sandbox/open.ts'
import { RECORDING_JSON } from '../../model/recording/names.ts'

export interface AccuracyFolder {
  readonly path: string
  readonly cacheDir: string
}

export const recordingOf = ({ path }: AccuracyFolder, page: string): string => join(path, 'recordings', page)

const TOWLINE = join(import.meta.dirname, '../../scripts/towline.ts')

export async function recordHardPages(
  folder: AccuracyFolder,
  pages: readonly string[],
  { link, loads }: { readonly link: string; readonly loads: number },
  signal: AbortSignal,
): Promise<void> {
  const missing = pages.filter((page) => !existsSync(join(recordingOf(folder, page), RECORDING_JSON)))
  if (missing.length === 0) return
  const condition = parseLink(link)
  await using sandbox = await openSandbox({ cacheDir: folder.cacheDir, link: condition, signal })
  const measured = await calibrate({
    command: (argv) => sandbox.command(argv),
    echoAddress: sandbox.echoAddress,
    ...{ condition, cacheDir: folder.cacheDir, signal },
  })
  for (const page of missing) {
    const out = recordingOf(folder, page)
    await rm(out, { recursive: true, force: true })
    const options = ['--loads', String(loads), '--pause', '500ms', '--out', out, '--cache', folder.cacheDir]
    const inside = ['--resolver', sandbox.resolver, '--ca', sandbox.caFile]
    const allowed = ['--allow-address', sandbox.allowCidrs.join(',')]
    const argv = [process.execPath, TOWLINE, 'record', `https://${page}/`, ...options, ...inside, ...allowed]
    const env = { TOWLINE_LINK: JSON.stringify({ ...sandbox.link, measured }) }
    const code = await runInside(sandbox, argv, env, signal)
    if (code !== 0) throw new Error(`${page} was not recorded (exit code ${code})`)
  }
}

/** Replays recordings into a database of its own; resumes what was interrupted. */
export async function replayInto(
  folder: AccuracyFolder,
  database: string,
  pages: readonly string[],
  options: {
    readonly arms: string
    readonly rounds: number
    readonly seed: number
    readonly links?: readonly string[]
    /** Default: no. */
    readonly capture?: boolean
  },
  signal: AbortSignal,
): Promise<void> {
  const { arms, rounds, seed, links = [], capture = false } = options
  await towline(
    [
      'replay',
      ...pages.map((page) => recordingOf(folder, page)),
      ...['--arms', arms, '--rounds', String(rounds), '--seed', String(seed), '--pause', '200ms'],
      ...links.flatMap((link) => ['--link', link]),
      ...(capture ? [] : ['--no-capture']),
      ...['--busy-limit', '1', '--max-misses', '100', '--resume', '--cache', folder.cacheDir],
      ...['--database', join(folder.path, database)],
    ],
    signal,
  )
}

/** Probes pages of the sandbox live, behind a link; resumes what was interrupted. */
export async function probeInto(
  folder: AccuracyFolder,
  database: string,
  pages: readonly string[],
  { arms, link, rounds }: { readonly arms: string; readonly link: string; readonly rounds: number },
  signal: AbortSignal,
): Promise<void> {
  await towline(
    [
      'probe',
      ...['--sandbox', '--sites', pages.join(','), '--link', link, '--resume'],
      ...['--arms', arms, '--rounds', String(rounds)],
      ...['--pause', '200ms', '--no-capture', '--busy-limit', '1', '--seed', '1', '--cache', folder.cacheDir],
      ...['--database', join(folder.path, database)],
    ],
    signal,
  )
}

async function towline(argv: readonly string[], signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [TOWLINE, ...argv], {
    stdio: ['ignore', 'ignore', 'inherit'],
    signal,
    killSignal: 'SIGINT',
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`towline ${argv[0]} ended with exit code ${code}`)
}
