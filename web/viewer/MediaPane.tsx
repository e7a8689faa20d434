import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type ViewedFile, viewer } from '#contract/viewer.ts'
import { call } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { addressOf, clientConfig, queryText } from '#web/kernel/transport.ts'
import { Coming, NotShown } from './Coming.tsx'
import { texts } from './texts.ts'

/** A player cannot send headers: its address carries a ticket for this one file, which ends after minutes. */
async function playerAddress(fileId: string): Promise<string> {
  const { ticket } = await call(viewer.mediaTicket, { fileId })
  const { apiBase } = await clientConfig()
  return `${addressOf(viewer.media.path, apiBase)}?${queryText({ ticket })}`
}

/** Failures in a row, without a second played between them, after which it is the recording and not its address. */
const MOST_TRIES = 3

/** Sound or film, played from where one goes to; an address that ended is renewed, and playing goes on from there. */
export function MediaPane({ file }: { file: ViewedFile }) {
  const t = useTexts(texts)
  const [tries, setTries] = useState(0)
  const failed = useRef({ times: 0, at: 0 })
  const now = useRef({ at: 0, plays: false })
  const address = useQuery({
    queryKey: ['viewedMedia', file.fileId, tries],
    queryFn: () => playerAddress(file.fileId),
    gcTime: 0,
    staleTime: Infinity,
  })
  const [broken, setBroken] = useState(false)
  if (broken) return <NotShown says={t('mediaFails')} />
  const renew = () => {
    const { at } = now.current
    failed.current = { times: at > failed.current.at + 1 ? 1 : failed.current.times + 1, at }
    if (failed.current.times >= MOST_TRIES) setBroken(true)
    else setTries(tries + 1)
  }
  type Heard = { currentTarget: HTMLMediaElement }
  const noted = ({ currentTarget: player }: Heard) => {
    now.current = { at: player.currentTime, plays: !player.paused }
  }
  return (
    <Coming of={address}>
      {(src) => {
        const common = {
          src,
          controls: true,
          preload: 'metadata',
          'aria-label': t('media', { name: file.name }),
          onTimeUpdate: noted,
          onSeeking: noted,
          onPlay: noted,
          onPause: noted,
          onLoadedMetadata: ({ currentTarget: player }: Heard) => {
            const { at, plays } = now.current
            if (at > 0) player.currentTime = at
            if (plays) void player.play().catch(() => undefined)
          },
          onError: renew,
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
