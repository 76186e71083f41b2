import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { QuicProgram } from '../../crawler/quic/program/quic-program.ts'
import type { QuicStack } from '../../crawler/quic/quic-stack.ts'

/** What this process's towline-quic has used so far: user and system time, and the most memory. Of quiche, nothing. */
export function programUse(
  quic: QuicStack | null,
  caFile: string,
): { readonly cpuMs: number; readonly maxMib: number } {
  if (quic?.name !== 'quinn') return { cpuMs: 0, maxMib: 0 }
  const { pid } = QuicProgram.of(quic.program, caFile)
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const ticksPerS = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  const ticks = Number(fields[11]) + Number(fields[12])
  const peakKb = Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  return { cpuMs: (ticks / ticksPerS) * 1_000, maxMib: peakKb / 1_024 }
}
