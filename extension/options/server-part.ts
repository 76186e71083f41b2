import { setCollector } from '../consent/consent.ts'
import type { Environment } from '../send/environment.ts'
import { refreshPublished } from '../store/published.ts'
import { inviteToken, serverOrigin } from '../store/settings.ts'

/** The form of the collecting server. */
export function attachServer(environment: Environment, document: Document): void {
  const element = <T extends HTMLElement>(id: string) => document.getElementById(id) as T
  const [origin, invite] = [element<HTMLInputElement>('server-origin'), element<HTMLInputElement>('invite')]
  const say = (words: string) => {
    element('server-words').textContent = words
  }

  void environment.collector().then(({ server, invite: token }) => {
    origin.value = server ?? ''
    invite.value = token ?? ''
  })

  element('settings').addEventListener('submit', async (event) => {
    event.preventDefault()
    const server = origin.value.trim() === '' ? null : serverOrigin(origin.value)
    if (server === null && origin.value.trim() !== '')
      return say('Not saved: the address must be one of https, or of http on this machine, without a path.')
    const token = invite.value.trim() === '' ? null : inviteToken(invite.value)
    if (token === null && invite.value.trim() !== '') return say('Not saved: this is not an invite.')
    await setCollector(environment, { server, invite: token })
    say('Saved.')
  })

  element('refresh').addEventListener('click', async () => {
    const { server, invite: token } = await environment.collector()
    if (server === null) return say('No server is set.')
    say(`Asking ${server} …`)
    try {
      await refreshPublished(environment.store, {
        server,
        invite: token,
        fetch: environment.fetch,
        nowMs: environment.now(),
      })
      const sites = (await environment.study())?.sites.length ?? 0
      say(
        sites === 0
          ? 'The server has no open study.'
          : `Here now: ${sites === 1 ? '1 site' : `${sites} sites`} under study, and the published curves.`,
      )
    } catch (error) {
      say(`That did not work: ${error instanceof Error ? error.message : String(error)}.`)
    }
  })
}
