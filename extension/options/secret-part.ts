import { exportSecret, importSecret } from '../store/secret-file.ts'
import type { Store } from '../store/store.ts'

/** The buttons that save the contributor secret and take one over. */
export function attachSecret(store: Store, document: Document): void {
  const element = (id: string) => document.getElementById(id) as HTMLElement
  const say = (words: string) => {
    element('secret-words').textContent = words
  }
  element('export-secret').addEventListener('click', async () => {
    const text = await exportSecret(store)
    if (text === null) return
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
    link.download = 'towline-contributor-secret.json'
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
    say('Saved. Who has the file can delete your records: keep it to yourself.')
  })
  const file = element('import-secret') as HTMLInputElement
  file.addEventListener('change', async () => {
    const [chosen] = file.files ?? []
    file.value = ''
    if (chosen === undefined) return
    try {
      await importSecret(store, await chosen.text())
      say('Taken over: your pseudonyms are made of this secret from now on.')
    } catch (error) {
      say(`Not taken over: ${error instanceof Error ? error.message : String(error)}.`)
    }
  })
}
