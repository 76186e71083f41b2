import { runCommand } from './run-command.ts'

/** Deletes those of the namespaces that exist; another process may be clearing the same ones away. */
export async function deleteNamespaces(names: readonly string[]): Promise<void> {
  for (const name of names) {
    if (!(await exists(name))) continue
    try {
      await runCommand(['ip', 'netns', 'delete', name])
    } catch (error) {
      if (await exists(name)) throw error
    }
  }
}

async function exists(name: string): Promise<boolean> {
  const lines = (await runCommand(['ip', 'netns', 'list'])).split('\n')
  return lines.some((line) => line.split(' ')[0] === name)
}
