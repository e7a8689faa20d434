import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { session } from '#contract/identity.ts'
import { query, useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { deviceName } from '#web/kit/device-name.ts'
import { Part, PartRow } from './Part.tsx'
import { texts } from './texts.ts'
import { useWayName } from './way-name.ts'

/** Devices that are signed in as this person. */
export function Devices() {
  const t = useTexts(texts)
  const wayName = useWayName()
  const rows = useQuery(query(session.list, {}))
  const kick = useCommand(session.kick)
  const others = useCommand(session.kickOthers)
  const several = (rows.data?.length ?? 0) > 1
  return (
    <Part
      title={t('devices')}
      says={t('devicesText')}
      action={
        several && (
          <Button
            loading={others.isPending}
            onClick={() => others.mutate({}, { onSuccess: ({ ended }) => say(t('kickedOthers', { count: ended })) })}
          >
            {t('kickOthers')}
          </Button>
        )
      }
    >
      <StateView of={rows}>
        {(list) => (
          <ul className="person-list">
            {list.map((one) => (
              <PartRow
                key={one.id}
                name={deviceName(one.userAgent) || t('unknownDevice')}
                note={[one.address, wayName(one.method), t('lastSeen', { time: one.seenTime })].join(' · ')}
                action={
                  one.current ? (
                    <StatusTag tone="good">{t('thisDevice')}</StatusTag>
                  ) : (
                    <Button
                      type="link"
                      size="small"
                      onClick={() => kick.mutate({ ids: one.id }, { onSuccess: () => say(t('kicked')) })}
                    >
                      {t('kick')}
                    </Button>
                  )
                }
              />
            ))}
          </ul>
        )}
      </StateView>
    </Part>
  )
}
