import { groupCpuMs } from '../../crawler/process/group-cpu.ts'
import { QuicProgram } from '../../crawler/quic/quic-program.ts'
import type { QuicStack } from '../../crawler/quic/quic-stack.ts'
import { peakMiB } from '../harness/peak-memory.ts'

/** What this process's towline-quic has used so far: user and system time, and the most memory. Of quiche, nothing. */
export function programUse(
  quic: QuicStack | null,
  caFile: string,
): { readonly cpuMs: number; readonly maxMib: number } {
  const { pid } = quic?.name === 'quinn' ? QuicProgram.of(quic.program, caFile) : {}
  if (pid === undefined) return { cpuMs: 0, maxMib: 0 }
  return { cpuMs: groupCpuMs(pid, true) ?? 0, maxMib: peakMiB(pid) ?? 0 }
}
