import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Backend } from '../../../lab/link/condition/link.ts'
import { findLabProgram } from '../../../lab/process/find-program.ts'

export const CACHE = process.env.TOWLINE_CACHE ?? join(import.meta.dirname, '../../../.cache/towline')

/** Why this machine cannot emulate a link, for `skip`; false where it can. */
export function whyNoLink(): string | false {
  return kernelHasNetem() ? false : noRattan()
}

/** Why a link of that backend cannot be opened between namespaces of this machine, for `skip`; false where it can. */
export function whyNoBackend(backend: Backend): string | false {
  if (process.geteuid?.() !== 0) return 'only root makes namespaces that have a name'
  if (backend === 'rattan') return noRattan()
  return kernelHasNetem() ? false : 'the kernel of this machine has no netem'
}

function kernelHasNetem(): boolean {
  const namespaceFlags = process.geteuid?.() === 0 ? [] : ['--user', '--map-root-user']
  const netem = ['--net', 'tc', 'qdisc', 'add', 'dev', 'lo', 'root', 'netem']
  return spawnSync('unshare', [...namespaceFlags, ...netem]).status === 0
}

function noRattan(): string | false {
  try {
    findLabProgram('towline-link', CACHE)
    return false
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
