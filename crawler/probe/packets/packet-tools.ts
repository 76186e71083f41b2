import { join } from 'node:path'
import { findProgram, systemFolders, unpackedLibraries } from '../../process/find-program.ts'

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
  const env = { PATH: process.env.PATH ?? '' }
  // A tshark that is not where it was built for needs to know where its libraries and data files are.
  const places = { WIRESHARK_DATA_DIR: join(root, 'usr/share/wireshark') }
  const find = (name: string): PacketTool | null => {
    const installed = findProgram(name, systemFolders())
    if (installed !== null) return { path: installed, env }
    const path = findProgram(name, [join(root, 'usr/bin'), join(root, 'usr/sbin')])
    return path === null
      ? null
      : { path, env: { ...env, LD_LIBRARY_PATH: unpackedLibraries(root), ...places } }
  }
  return { tcpdump: find('tcpdump'), tshark: find('tshark'), nft: find('nft') }
}
