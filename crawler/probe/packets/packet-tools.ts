import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export interface PacketTool {
  readonly path: string
  readonly env: Readonly<Record<string, string>>
}

/** The programs that packets are captured, analysed and filtered with; null where one is not to be had. */
export interface PacketTools {
  readonly tcpdump: PacketTool | null
  readonly tshark: PacketTool | null
  readonly nft: PacketTool | null
}

/** Finds `tcpdump`, `tshark` and `nft`: what the machine has, else what scripts/setup-packets.sh unpacked below `cacheDir`. */
export function findPacketTools(cacheDir: string): PacketTools {
  const root = join(cacheDir, 'packets', 'root')
  const path = process.env.PATH ?? ''
  const find = (name: string): PacketTool | null => {
    const onPath = findOnPath(name)
    if (onPath !== null) return { path: onPath, env: { PATH: path } }
    const unpacked = ['usr/bin', 'usr/sbin'].map((folder) => join(root, folder, name)).find(existsSync)
    return unpacked === undefined ? null : { path: unpacked, env: { PATH: path, ...unpackedEnv(root) } }
  }
  return { tcpdump: find('tcpdump'), tshark: find('tshark'), nft: find('nft') }
}

/** A program on the PATH, or where only root's PATH leads: older releases of Debian keep tcpdump there. */
export function findOnPath(name: string): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/sbin', '/sbin')
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null
}

/** A tshark that is not where it was built for needs to know where its libraries and data files are. */
function unpackedEnv(root: string): Record<string, string> {
  const libraries = ['lib', 'usr/lib']
    .map((folder) => join(root, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((folder) => folder.includes('-linux-'))
  return {
    LD_LIBRARY_PATH: libraries.join(delimiter),
    WIRESHARK_DATA_DIR: join(root, 'usr/share/wireshark'),
  }
}
