import * as sdk from '@milepost/sdk';
import { verifyWebhook } from '@milepost/sdk/webhooks';
import useSdk from './use-sdk.cjs';

await useSdk({ ...sdk, verifyWebhook });
