import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPacketTools } from '../../../../crawler/probe/packets/packet-tools.ts'
import { CACHE } from '../packets/captured-page.ts'

export interface MachineState {
  /** All of the machine's packet filter, as `nft list ruleset` writes it; null where there is no right to read it. */
  readonly packetRules: string | null
  /** Control groups of this process, and those below them; those of the root, which are others' too, left out. */
  readonly controlGroups: readonly string[]
}

/** What a program that ends must leave as it was. */
export function machineState(): MachineState {
  return { packetRules: packetRules(), controlGroups: controlGroups() }
}

function packetRules(): string | null {
  const { nft } = findPacketTools(CACHE)
  if (nft === null || process.geteuid?.() !== 0) return null
  const { status, stdout } = spawnSync(nft.path, ['list', 'ruleset'], {
    encoding: 'utf8',
    env: { ...process.env, ...nft.env },
  })
  return status === 0 ? stdout : null
}

/** From cgroups(7): a line `id:controllers:path` for each hierarchy. */
function controlGroups(): string[] {
  if (!existsSync('/proc/self/cgroup')) return []
  return readFileSync('/proc/self/cgroup', 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [, controllers = '', path = '/'] = line.split(':')
      const folder = join('/sys/fs/cgroup', controllers, path)
      if (path === '/' || !existsSync(folder)) return [line]
      const below = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
      return [line, ...below.map(({ name }) => join(folder, name)).sort()]
    })
}
