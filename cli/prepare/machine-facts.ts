import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cpus, release } from 'node:os'
import { join } from 'node:path'

/** Stored with each campaign. */
export function machineVersions(): Record<string, string> {
  return { node: process.versions.node, platform: `${process.platform}-${process.arch}` }
}

/** Stored with what says how fast this machine is. */
export function machineHardware(): Record<string, string> {
  const all = cpus()
  const model = all[0]?.model.trim().replaceAll(/\s+/g, ' ')
  return { kernel: release(), ...(model ? { processor: `${all.length} × ${model}` } : {}) }
}

/** Returns the machine's; the browser has no other. Null where the system does not report it. */
export function machineCongestionControl(): string | null {
  try {
    return readFileSync('/proc/sys/net/ipv4/tcp_congestion_control', 'utf8').trim()
  } catch {
    // Only Linux has it.
    return null
  }
}

/** The commit of this program, with `+` where files differ from it; null where it is no checkout, or git is not there. */
export function ownCommit(): string | null {
  const root = join(import.meta.dirname, '../..')
  if (!existsSync(join(root, '.git'))) return null
  const git = (...argv: readonly string[]): string =>
    execFileSync('git', ['-C', root, ...argv], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  try {
    const isChanged = git('status', '--porcelain', '--untracked-files=no') !== ''
    return `${git('rev-parse', 'HEAD')}${isChanged ? '+' : ''}`
  } catch {
    // A checkout of another user, or a machine without git: the version alone is known.
    return null
  }
}
