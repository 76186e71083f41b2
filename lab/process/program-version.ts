import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const LIMIT_MS = 10_000

/** The first line that a program says of its version. */
export async function programVersion(
  path: string,
  flag = '--version',
  env: Readonly<Record<string, string>> = { PATH: process.env.PATH ?? '' },
): Promise<string> {
  // nginx says it on standard error.
  const { stdout, stderr } = await promisify(execFile)(path, [flag], { env, timeout: LIMIT_MS })
  return (stdout + stderr).split('\n')[0]?.trim() ?? ''
}
