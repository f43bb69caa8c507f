import { Link } from '@tanstack/react-router';
import { CheckIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useApi, useCustomer } from '../../lib/api.tsx';
import { dismissStory, readStory, STORY } from '../../lib/demo/story.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';

type Step = { link: ReactNode; text: ReactNode; isDone: boolean };

/** What a visitor of the demo can do in three minutes. */
export function Story() {
  const { user_id } = useCustomer().identity;
  const [kept, setKept] = useState(() => readStory(user_id));
  const cases = useApi('listCases', { query: { page_size: 100 } }, { enabled: !kept.isDismissed });
  const webhooks = useApi('listWebhooks', {}, { enabled: !kept.isDismissed });
  if (kept.isDismissed) return null;
  const disabled = webhooks.data?.find(({ disabled_reason }) => disabled_reason !== null);
  const steps: Step[] = [
    {
      link: (
        <Link to="/vehicles/$kind/$value" params={{ kind: 'trailer', value: STORY.trailer }}>
          Find a stolen trailer
        </Link>
      ),
      text: `Trailer ${STORY.trailer} was stolen nine days ago. Its file shows where it went and behind whose tractor. Open a case: its pack for the police is signed.`,
      isDone: cases.data?.cases.some(({ value }) => value === STORY.trailer) ?? false,
    },
    {
      link: (
        <Link
          to="/carriers/$usdot"
          params={{ usdot: STORY.carrier }}
          search={{ signals: STORY.signal } as object}
          hash="signals"
        >
          Unmask a chameleon carrier
        </Link>
      ),
      text: 'A new number with the contacts of a carrier that was put out of service. Look at the evidence of the signal.',
      isDone: kept.noted.includes('carrier'),
    },
    {
      link:
        disabled === undefined ? (
          <Link to="/webhooks">Repair a webhook</Link>
        ) : (
          <Link to="/webhooks/$id" params={{ id: disabled.id }}>
            Repair a webhook
          </Link>
        ),
      text: (
        <>
          Every delivery failed, so it was disabled. Change its URL to{' '}
          <code>{location.origin}/demo/receiver</code>, enable it, and send a test event.
        </>
      ),
      isDone: webhooks.data !== undefined && disabled === undefined,
    },
    {
      link: (
        <Link to="/dock-check" search={{ usdot: STORY.booked }}>
          Have a photograph read
        </Link>
      ),
      text: (
        <>
          Drop your own photograph of a truck, or{' '}
          <a href="/demo/cab.jpg" download>
            this image
          </a>
          , and see within seconds whether it is the booked carrier.
        </>
      ),
      isDone: kept.noted.includes('photograph'),
    },
  ];
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Card
      title="Three minutes with the demo"
      wide
      note={
        <span className="story-note">
          <span className="quiet" role="status">
            {done} of {steps.length} done
          </span>
          <Button
            small
            onClick={() => {
              dismissStory(user_id);
              setKept(readStory(user_id));
            }}
          >
            Dismiss
          </Button>
        </span>
      }
    >
      <ol className="story">
        {steps.map(({ link, text, isDone }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps are always the same.
          <li key={n} className={isDone ? 'story-done' : undefined}>
            <span className="story-mark">{isDone ? <CheckIcon aria-label="Done" /> : n + 1}</span>
            <div>
              <p className="story-link">{link}</p>
              <p className="quiet">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
