import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning } from '../../crawler/process/run-owner.ts'

/** All suites with PostgreSQL's files were seen to need 0.6 GiB at a time. */
const ROOM_BYTES = 2 * 1024 ** 3

/** Short: a browser's socket is some folders below, and its path may have 107 bytes (unix(7)). */
const PREFIX = 'tl-'
const NAME = new RegExp(`^${PREFIX}([0-9]+)$`)

/**
 * Lets the temporary files of tests be in memory, where the machine has a file system there with room for them (Linux) and
 * TMPDIR does not say where they are to be: databases and browsers' profiles that live for seconds need no disk. They are
 * removed when this process ends, and by the next run where it was killed.
 */
export function useMemoryFolder(parent = '/dev/shm'): void {
  if (process.env.TMPDIR !== undefined || !hasRoom(parent)) return
  removeOfTheDead(parent)
  const folder = join(parent, `${PREFIX}${process.pid}`)
  mkdirSync(folder)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  // As /tmp: a test's browser or database may run as another user.
  chmodSync(folder, 0o1777)
  if (mayRunPrograms(folder)) process.env.TMPDIR = folder
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= ROOM_BYTES
  } catch {
    // There is no such folder, as on macOS.
    return false
  }
}

function removeOfTheDead(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = Number(NAME.exec(name)?.[1] ?? Number.NaN)
    if (Number.isNaN(pid) || (pid !== process.pid && isRunning(pid))) continue
    const folder = join(parent, name)
    // Another user's is for that user to remove.
    const isOwn = statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.()
    if (isOwn) rmSync(folder, { recursive: true, force: true })
  }
}

/** Tests write programs and run them, which a file system may forbid (mount option noexec). */
function mayRunPrograms(folder: string): boolean {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}
