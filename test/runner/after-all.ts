import { after } from 'node:test'

type Hook = () => Promise<void>

/** Null where a file runs by itself. */
let hooksOfRoom: Hook[] | null = null

/** Called by a room before it loads its files. */
export function beginRoom(): void {
  const hooks: Hook[] = []
  hooksOfRoom = hooks
  after(async () => {
    for (const hook of hooks) await hook()
  })
}

/**
 * Has something closed after the last file of a room, or after the one file that runs. A hook of node's own would run after
 * the file that happened to load the module first. To be called while a module is loaded.
 */
export function afterAll(hook: Hook): void {
  if (hooksOfRoom === null) after(hook)
  else hooksOfRoom.push(hook)
}
