"""Trains the plate locator: python3 train_plate_locator.py PLATES PHOTOS BOXES OUT. Writes the weights at several shares of the training, because more training is not always better on photographs."""
import argparse, copy, math, random, time
import numpy as np
import torch
import torch.nn as nn
from plate_data import load_photos, load_plates, load_signs
from plate_nets import Locator, centered, exported
from plate_scenes import Scenes

BATCH, PEAK, DECAY = 40, 2e-3, .998


def loss_of(y, heat, values, weights, counts):
    p = y[:, :1].sigmoid().clamp(1e-5, 1 - 1e-5)
    center = (heat > .999).float()
    found = -(center * (1 - p) ** 2 * p.log() + (1 - center) * (1 - heat) ** 4 * p ** 2 * (1 - p).log()) * counts
    box = ((y[:, 1:5] - values[:, :4]).abs() * weights[:, :1]).sum() / weights[:, :1].sum().clamp(min=1)
    corners = ((y[:, 5:] - values[:, 4:]).abs() * weights[:, 1:]).sum() / weights[:, 1:].sum().clamp(min=1)
    return found.sum() / center.sum().clamp(min=1) + 1.2 * box + .6 * corners, (box.item(), corners.item())


def main():
    args = argparse.ArgumentParser()
    for name in ('plates', 'photos', 'boxes', 'out'):
        args.add_argument(name)
    args.add_argument('--steps', type=int, default=4000)
    args.add_argument('--seconds', type=float, default=1e9)
    args.add_argument('--seed', type=int, default=1)
    args.add_argument('--chunks', type=int, default=16)
    args.add_argument('--device', default='cuda')
    args.add_argument('--batch', type=int, default=BATCH)
    args = args.parse_args()
    torch.manual_seed(args.seed)
    random.seed(args.seed)
    np.random.seed(args.seed)
    plates, _, _, radii = load_plates(args.plates, 0, args.chunks, args.device)
    scenes = Scenes(plates, radii, load_signs(args.plates, args.device), *load_photos(args.photos, args.boxes, args.device))
    torch.backends.cudnn.benchmark = True
    net = Locator().to(args.device, memory_format=torch.channels_last)
    average = copy.deepcopy(net)
    print('locator, weights', sum(p.numel() for p in net.parameters()), 'photographs', len(scenes.boxes), 'real plates to copy', len(scenes.real), flush=True)
    optimizer = torch.optim.AdamW(net.parameters(), lr=PEAK, weight_decay=.03)
    began, step, saved = time.time(), 0, 0
    while (progress := max(step / args.steps, (time.time() - began) / args.seconds)) < 1:
        for group in optimizer.param_groups:
            group['lr'] = PEAK * min(1, (step + 1) / 200) * (.5 * (1 + math.cos(math.pi * progress)) * .97 + .03)
        with torch.no_grad():
            x, *truth = scenes.draw(args.batch)
            if step == 0:
                np.save(f'{args.out}/locator-examples.npy', (x[:4] * 255).byte().cpu().numpy())
        with torch.autocast(args.device, torch.bfloat16):
            y = net(centered(x).contiguous(memory_format=torch.channels_last))
        loss, parts = loss_of(y.float(), *truth)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 3.)
        optimizer.step()
        step += 1
        with torch.no_grad():
            keep = min(DECAY, (step + 1) / (step + 10))
            for a, b in zip(average.state_dict().values(), net.state_dict().values()):
                a.lerp_(b, 1 - keep) if a.dtype.is_floating_point else a.copy_(b)
        if step % 250 == 0:
            print('step', step, 'loss', round(loss.item(), 4), 'box, corners', [round(v, 3) for v in parts], 'seconds', round(time.time() - began), flush=True)
        if progress > (.25, .4, .55, .7, .85, 2)[saved]:
            saved += 1
            exported('plate-locator', copy.deepcopy(average).to(memory_format=torch.contiguous_format), f'{args.out}/plate-locator-{saved}.onnx')
    exported('plate-locator', average.to(memory_format=torch.contiguous_format), f'{args.out}/plate-locator.onnx')
    print('done locator', step, flush=True)


if __name__ == '__main__':
    main()
