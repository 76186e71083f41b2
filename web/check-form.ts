import { part } from './client/part.ts'

/** The form sends what is asked for there; the server answers with the check's page. */
const CHECKS = '/api/v1/checks'

/** Sends the form of checks, and goes to the page of the check; what is wrong is said below the form. */
export function attachCheckForm(document: Document, window: Window): void {
  const form = part(document, '#check-form') as HTMLFormElement
  const input = part(document, '#check-url') as HTMLInputElement
  const button = part(form, 'button') as HTMLButtonElement
  const problem = part(document, '#check-problem')
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    problem.textContent = ''
    button.disabled = true
    ask(input.value)
      .then((page) => window.location.assign(page))
      .catch((error: unknown) => {
        problem.textContent = error instanceof Error ? error.message : String(error)
        input.focus()
      })
      .finally(() => {
        button.disabled = false
      })
  })
}

/** Resolves to the path of the check's page. Rejects with the server's sentence. */
async function ask(url: string): Promise<string> {
  const response = await fetch(CHECKS, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ url }),
  }).catch(() => {
    throw new Error('The server does not answer: try again.')
  })
  const { page, message } = (await response.json().catch(() => ({}))) as {
    readonly page?: string
    readonly message?: string
  }
  if (response.ok && page !== undefined) return page
  throw new Error(message ?? `The server answered ${response.status}.`)
}
