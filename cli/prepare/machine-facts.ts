import { readFileSync } from 'node:fs'
import { cpus, release } from 'node:os'

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

/** Of the machine; the browser has no other. Null where the system does not report it. */
export function machineCongestionControl(): string | null {
  try {
    return readFileSync('/proc/sys/net/ipv4/tcp_congestion_control', 'utf8').trim()
  } catch {
    // Only Linux has it.
    return null
  }
}
