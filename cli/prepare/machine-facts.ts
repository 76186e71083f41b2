import { readFileSync } from 'node:fs'

/** Stored with each campaign. */
export function machineVersions(): Record<string, string> {
  return { node: process.versions.node, platform: `${process.platform}-${process.arch}` }
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
