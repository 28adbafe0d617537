import { readChannels } from '@eupnea/contract/duties.ts'
import {
  type PushSubscription as Browser,
  listPushSubscriptions,
  removePushSubscription,
  tryPushSubscription,
} from '@eupnea/contract/push-subscriptions.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall, useSend } from '../shared/api.ts'
import { browserZone } from '../shared/form/local-time.ts'
import { Refusal } from '../shared/form/refusal.tsx'
import { Answer, Panel } from '../shared/panel.tsx'
import { fetchAgain } from '../shared/query.ts'
import { sayDone, sayFailed } from '../shared/say-done.tsx'
import { sinceText } from '../shared/time.ts'
import {
  allowPush,
  leavePush,
  NoPushService,
  NotAllowed,
  ownEndpoint,
  ownEndpointKey,
  pushObstacle,
} from './push-browser.ts'
import styles from './this-browser.module.css'

interface ThisBrowserProps {
  /** a browser's own name in words */
  readonly deviceText: (userAgent: string | null) => string
}

const obstacleTexts = {
  insecure: m.push_subscription_insecure,
  install: m.push_subscription_install,
  unsupported: m.push_subscription_unsupported,
  blocked: m.push_subscription_blocked,
} as const

/** Push in this browser, and the person's other browsers that get pushes (AN-3). */
export function ThisBrowser({ deviceText }: ThisBrowserProps) {
  const browsers = useCall(listPushSubscriptions, {})
  const here = useQuery({ queryKey: ownEndpointKey, queryFn: ownEndpoint, staleTime: 0 })
  return (
    <Panel title={m.push_subscription_title()} note={m.push_subscription_help()}>
      <Answer query={browsers} label={m.push_subscription_loading()} isEmpty={() => false} empty={null}>
        {({ items }) => {
          const own = items.find(({ endpoint }) => endpoint === here.data)
          return (
            <>
              <Allow own={own} again={() => here.refetch()} />
              {items.length > 0 && (
                <ul className={styles.browsers} aria-label={m.push_subscription_list_label()}>
                  {items.map((browser) => (
                    <Row
                      key={browser.id}
                      browser={browser}
                      isThis={browser === own}
                      name={deviceText(browser.user_agent)}
                      again={() => here.refetch()}
                    />
                  ))}
                </ul>
              )}
            </>
          )
        }}
      </Answer>
    </Panel>
  )
}

interface AllowProps {
  readonly own: Browser | undefined
  readonly again: () => unknown
}

/** Whether this browser gets pushes, and how it comes to. */
function Allow({ own, again }: AllowProps) {
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const obstacle = pushObstacle()
  if (obstacle) return <p role="status">{obstacleTexts[obstacle]()}</p>
  if (own?.refused_at) return <p role="alert">{m.push_subscription_refused_here()}</p>
  if (own) return <p role="status">{m.push_subscription_on()}</p>
  async function allow() {
    setAsking(true)
    setFailure(null)
    try {
      await allowPush()
      await fetchAgain([listPushSubscriptions, readChannels])
      sayDone(m.push_subscription_allowed())
    } catch (error) {
      setFailure(error)
    }
    await again()
    setAsking(false)
  }
  return (
    <div className={styles.allow}>
      <p role="status">{m.push_subscription_off()}</p>
      {failure instanceof NotAllowed && <p role="alert">{m.push_subscription_not_asked()}</p>}
      {failure instanceof NoPushService && <p role="alert">{m.push_subscription_service_failed()}</p>}
      {failure !== null && !(failure instanceof NotAllowed || failure instanceof NoPushService) && (
        <Refusal error={failure} />
      )}
      <Button loading={isAsking} onClick={allow}>
        {m.push_subscription_allow()}
      </Button>
    </div>
  )
}

interface RowProps {
  readonly browser: Browser
  readonly isThis: boolean
  readonly name: string
  readonly again: () => unknown
}

function Row({ browser: { id, last_success_at, refused_at }, isThis, name, again }: RowProps) {
  const test = useSend(tryPushSubscription, {
    onSuccess: () => sayDone(m.push_subscription_test_done()),
    onError: sayFailed,
  })
  const remove = useSend(removePushSubscription, {
    invalidates: [listPushSubscriptions, readChannels],
    onSuccess: async () => {
      if (isThis) await leavePush()
      await again()
      sayDone(m.push_subscription_removed())
    },
    onError: sayFailed,
  })
  return (
    <li className={styles.browser}>
      <span className={styles.browserName}>
        <b>{isThis ? m.push_subscription_this({ browser: name }) : name}</b>
        <span className={styles.browserLast}>
          {refused_at
            ? (isThis ? m.push_subscription_refused : m.push_subscription_refused_there)({
                time: sinceText(refused_at, browserZone()),
              })
            : last_success_at
              ? m.push_subscription_last({ time: sinceText(last_success_at, browserZone()) })
              : m.push_subscription_none_yet()}
        </span>
      </span>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={m.push_subscription_test_of({ browser: name })}
        loading={test.isPending}
        onClick={() => test.mutate({ id })}
      >
        {m.push_subscription_test()}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={m.push_subscription_remove_of({ browser: name })}
        loading={remove.isPending}
        onClick={() => remove.mutate({ id })}
      >
        {m.push_subscription_remove()}
      </Button>
    </li>
  )
}
