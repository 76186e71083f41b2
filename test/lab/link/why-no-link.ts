import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findRattan } from '../../../lab/link/find-rattan.ts'

const CACHE = process.env.TOWLINE_CACHE ?? join(import.meta.dirname, '../../../.cache/towline')

/** Why this machine cannot emulate a link, for `skip`; false where it can. */
export function whyNoLink(): string | false {
  const own = process.geteuid?.() === 0 ? [] : ['--user', '--map-root-user']
  const netem = ['--net', 'tc', 'qdisc', 'add', 'dev', 'lo', 'root', 'netem']
  if (spawnSync('unshare', [...own, ...netem]).status === 0) return false
  try {
    findRattan(CACHE)
    return false
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
