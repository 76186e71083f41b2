import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServedConnection } from '../../model/artifacts.ts'
import { ORIGIN_LOG, readOriginLog } from './facts.ts'

/** Begins to listen to the origin program; what it resolves to gives the connections that it has told of since. */
export async function readConnections(
  serverFolder: string,
): Promise<() => Promise<readonly ServedConnection[]>> {
  const log = join(serverFolder, ORIGIN_LOG)
  const { size } = await stat(log)
  return async () => readOriginLog((await readFile(log)).subarray(size).toString('utf8')).connections
}
