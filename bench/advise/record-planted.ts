import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runInside } from '../../cli/prepare/run-inside.ts'
import { openSandbox } from '../../lab/sandbox/open.ts'
import { RECORDING_JSON } from '../../model/recording/names.ts'

const TOWLINE = join(import.meta.dirname, '../../scripts/towline.ts')

/**
 * Records pages of the sandbox that are not recorded yet, all in one sandbox without a link, as `towline record` does. Resolves to
 * the exit code of each by its name: 0 where there is a recording.
 * @param urls by the name of the recording's folder below `folder`
 */
export async function recordPlanted(
  urls: Readonly<Record<string, string>>,
  { folder, cacheDir, loads, signal }: RecordOptions,
): Promise<Map<string, number>> {
  const codes = new Map<string, number>()
  const missing = Object.entries(urls).filter(([name]) => {
    const isThere = existsSync(join(folder, name, RECORDING_JSON))
    if (isThere) codes.set(name, 0)
    return !isThere
  })
  if (missing.length === 0) return codes
  await using sandbox = await openSandbox({ cacheDir, signal })
  for (const [name, url] of missing) {
    const out = join(folder, name)
    await rm(out, { recursive: true, force: true })
    const options = ['--loads', String(loads), '--pause', '100ms', '--out', out, '--cache', cacheDir]
    const inside = ['--resolver', sandbox.resolver, '--ca', sandbox.caFile]
    const allowed = ['--allow-address', sandbox.allowCidrs.join(',')]
    const argv = [process.execPath, TOWLINE, 'record', url, ...options, ...inside, ...allowed]
    codes.set(name, await runInside(sandbox, argv, {}, signal))
  }
  return codes
}

export interface RecordOptions {
  readonly folder: string
  readonly cacheDir: string
  readonly loads: number
  readonly signal: AbortSignal
}
