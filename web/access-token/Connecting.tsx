import { Button } from 'antd'
import type { TokenScope } from '#contract/access-token.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain, say } from '#web/kernel/notices.ts'
import { CallError } from '#web/kernel/transport.ts'
import { scrollsByKeyboard } from '#web/kit/scrolls-by-keyboard.ts'
import { copyText } from '../chat/copy-text.ts'
import { texts } from './texts.ts'
import './access-token.css'

type ConnectingProps = { scopes: readonly TokenScope[]; token: string }

/** What a program must be told to use a token, ready to be copied. */
export function Connecting({ scopes, token }: ConnectingProps) {
  const t = useTexts(texts)
  const { origin } = window.location
  const key = token || t('yourToken')
  const server = { type: 'http', url: `${origin}/mcp`, headers: { Authorization: `Bearer ${key}` } }
  const body = { model: 'digao', messages: [{ role: 'user', content: t('question') }] }
  return (
    <>
      {scopes.includes('mcp') && (
        <Snippet
          title={t('mcpTitle')}
          says={t('mcpSays')}
          code={JSON.stringify({ mcpServers: { digao: server } }, null, 2)}
        />
      )}
      {scopes.includes('api') && (
        <Snippet
          title={t('apiTitle')}
          says={t('apiSays')}
          code={[
            `curl ${origin}/v1/chat/completions \\`,
            `  -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" \\`,
            `  -d '${JSON.stringify(body)}'`,
          ].join('\n')}
        />
      )}
    </>
  )
}

function Snippet({ title, says, code }: { title: string; says: string; code: string }) {
  return (
    <section className="token-snippet" aria-label={title}>
      <header>
        <h3>{title}</h3>
        <CopyButton text={code} of={title} />
      </header>
      <p className="second">{says}</p>
      <pre ref={scrollsByKeyboard}>{code}</pre>
    </section>
  )
}

/** Copies a text; where the browser does not let it, that is said. */
export function CopyButton({ text, of }: { text: string; of: string }) {
  const t = useTexts(texts)
  const copy = async () => {
    if (await copyText(text)) say(t('copied'))
    else complain(new CallError(t('copyRefused'), 0))
  }
  return (
    <Button size="small" aria-label={`${t('copy')} ${of}`} onClick={() => void copy()}>
      {t('copy')}
    </Button>
  )
}
