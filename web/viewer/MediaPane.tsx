import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type ViewedFile, viewer } from '#contract/viewer.ts'
import { useTexts } from '#web/kernel/language.ts'
import { renewIfStale } from '#web/kernel/renewal.ts'
import { useSession } from '#web/kernel/session.ts'
import { addressOf, clientConfig, queryText } from '#web/kernel/transport.ts'
import { Coming, NotShown } from './Coming.tsx'
import { texts } from './texts.ts'

/** A player cannot send headers: its address carries the session of the moment. */
async function playerAddress(fileId: string): Promise<string> {
  await renewIfStale()
  const { apiBase } = await clientConfig()
  const query = { fileId, 'Sc-Auth': `bearer ${useSession.getState().accessToken}` }
  return `${addressOf(viewer.media.path, apiBase)}?${queryText(query)}`
}

/** Sound or film, played from where one goes to; a session that ended while it was paused is taken up again. */
export function MediaPane({ file }: { file: ViewedFile }) {
  const t = useTexts(texts)
  const [tries, setTries] = useState(0)
  const at = useRef(0)
  const address = useQuery({
    queryKey: ['viewedMedia', file.fileId, tries],
    queryFn: () => playerAddress(file.fileId),
    gcTime: 0,
    staleTime: Infinity,
  })
  if (tries > 2) return <NotShown says={t('mediaFails')} />
  return (
    <Coming of={address}>
      {(src) => {
        const common = {
          src,
          controls: true,
          preload: 'metadata',
          'aria-label': t('media', { name: file.name }),
          onTimeUpdate: (event: { currentTarget: HTMLMediaElement }) => {
            at.current = event.currentTarget.currentTime
          },
          onLoadedMetadata: (event: { currentTarget: HTMLMediaElement }) => {
            if (at.current > 0) event.currentTarget.currentTime = at.current
          },
          onError: () => setTries(tries + 1),
        } as const
        return (
          <div className="view-media">
            {file.kind === 'audio' ? (
              <audio {...common} key={src}>
                <track kind="captions" />
              </audio>
            ) : (
              <video {...common} key={src}>
                <track kind="captions" />
              </video>
            )}
          </div>
        )
      }}
    </Coming>
  )
}
