import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { CliError, EXIT } from '../../cli/exit/exit-codes.ts'

export const PRESETS = ['desktop', 'mobile'] as const

export type Preset = (typeof PRESETS)[number]

/** 0 to 100. */
export interface Scores {
  readonly performance: number
  readonly accessibility: number
}

export interface LighthouseOptions {
  /** The program. */
  readonly lighthouse: string
  readonly chromium: string
  readonly url: string
  readonly preset: Preset
  /** For its report. */
  readonly folder: string
  readonly signal: AbortSignal
}

/**
 * Lighthouse once, with its own browser and the network and processor that it assumes for the preset.
 * @throws CliError where it ends with a failure; Error where its report has no scores
 */
export async function runLighthouse(options: LighthouseOptions): Promise<Scores> {
  const { lighthouse, chromium, url, preset, folder, signal } = options
  const report = join(folder, 'lighthouse.json')
  const flags = ['--headless=new', ...(process.geteuid?.() === 0 ? ['--no-sandbox'] : [])]
  const child = spawn(
    process.execPath,
    [
      await realpath(lighthouse),
      url,
      '--quiet',
      '--no-enable-error-reporting',
      `--chrome-flags=${flags.join(' ')}`,
      '--only-categories=performance,accessibility',
      '--output=json',
      `--output-path=${report}`,
      // The phone is what it assumes without a preset.
      ...(preset === 'desktop' ? ['--preset=desktop'] : []),
    ],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, CHROME_PATH: chromium }, signal },
  )
  const [code] = (await once(child, 'exit')) as [number | null]
  // It says why on the error stream; on a machine that is busy beyond reason it misses the start of the load.
  if (code !== 0) throw new CliError(EXIT.unavailable, `Lighthouse ended with ${code} on ${url}: see above`)
  return scoresOf(await readFile(report, 'utf8'))
}

/** @throws Error where a score is missing, which is what Lighthouse says of a page that did not load */
function scoresOf(report: string): Scores {
  const { categories, runtimeError } = JSON.parse(report) as {
    readonly categories?: Readonly<Record<string, { readonly score: number | null }>>
    readonly runtimeError?: { readonly message: string }
  }
  const score = (name: string): number => {
    const found = categories?.[name]?.score
    if (typeof found !== 'number')
      throw new Error(`Lighthouse gives no ${name} score: ${runtimeError?.message ?? 'and does not say why'}`)
    return Math.round(100 * found)
  }
  return { performance: score('performance'), accessibility: score('accessibility') }
}
