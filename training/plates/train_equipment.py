"""Trains the classifier of equipment: python3 train_equipment.py VEHICLES OUT"""
import argparse, copy, glob, json, math, time
import numpy as np
import torch
import torch.nn.functional as F
from draw_vehicles import TYPES, VALID, VALID_STYLES
from plate_nets import KINDS, exported

BATCH, PEAK, DECAY = 256, 1.5e-3, .998


def load(folder, first, last, device):
    files = [one for one in sorted(glob.glob(f'{folder}/vehicle*.npz')) if first <= int(one[-8:-4]) < last]
    parts = [np.load(one) for one in files]
    return torch.from_numpy(np.concatenate([one['images'] for one in parts])).to(device), torch.from_numpy(np.concatenate([one['kinds'] for one in parts])).to(device)


def varied(images):
    """Parts of the pictures, at other scales and brightness; some with a patch covered."""
    n, device = len(images), images.device
    x = images.float() / 255
    matrix = torch.zeros(n, 2, 3, device=device)
    zoom = torch.exp(torch.rand(n, device=device) * .7 - .4)
    matrix[:, 0, 0], matrix[:, 1, 1] = zoom * torch.where(torch.rand(n, device=device) < .5, 1., -1.), zoom * torch.exp(torch.randn(n, device=device) * .1)
    matrix[:, 0, 1], matrix[:, 1, 0] = torch.randn(n, device=device) * .05, torch.randn(n, device=device) * .05
    matrix[:, :, 2] = torch.randn(n, 2, device=device) * .12
    x = F.grid_sample(x, F.affine_grid(matrix, x.shape, align_corners=False), padding_mode='border', align_corners=False)
    x = x * torch.exp(torch.randn(n, 1, 1, 1, device=device) * .2) + torch.randn(n, 1, 1, 1, device=device) * .05
    x = torch.where(torch.rand(n, 1, 1, 1, device=device) < .2, F.avg_pool2d(x, 3, 1, 1), x)
    return (x + torch.randn_like(x) * .02).clamp(0, 1)


@torch.no_grad()
def confusion(net, scale, images, kinds):
    net.eval()
    table = torch.zeros(len(TYPES), len(TYPES), dtype=torch.long)
    for at in range(0, len(images), 250):
        for truth, guess in zip(kinds[at:at + 250].tolist(), net(scale(images[at:at + 250].float() / 255)).argmax(-1).tolist()):
            table[truth, guess] += 1
    net.train()
    return table


def main():
    args = argparse.ArgumentParser()
    args.add_argument('vehicles')
    args.add_argument('out')
    args.add_argument('--steps', type=int, default=2500)
    args.add_argument('--seed', type=int, default=1)
    args.add_argument('--device', default='cuda')
    args = args.parse_args()
    torch.manual_seed(args.seed)
    images, kinds = load(args.vehicles, 0, VALID, args.device)
    make, scale, *_ = KINDS['equipment']
    net = make().to(args.device)
    average = copy.deepcopy(net)
    optimizer = torch.optim.AdamW(net.parameters(), lr=PEAK, weight_decay=.05)
    began = time.time()
    for step in range(args.steps):
        for group in optimizer.param_groups:
            group['lr'] = PEAK * min(1, (step + 1) / 200) * (.5 * (1 + math.cos(math.pi * step / args.steps)) * .98 + .02)
        of = torch.randint(0, len(images), (BATCH,), device=args.device)
        with torch.autocast(args.device, torch.bfloat16):
            y = net(scale(varied(images[of])))
        loss = F.cross_entropy(y.float(), kinds[of], label_smoothing=.03)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            keep = min(DECAY, (step + 1) / (step + 10))
            for a, b in zip(average.state_dict().values(), net.state_dict().values()):
                a.lerp_(b, 1 - keep) if a.dtype.is_floating_point else a.copy_(b)
        if step % 500 == 499:
            print('step', step + 1, 'loss', round(loss.item(), 4), 'seconds', round(time.time() - began), flush=True)
    tables = {}
    for title, first, last in (('held-out seeds', VALID, VALID_STYLES), ('held-out styles', VALID_STYLES, 10000)):
        table = confusion(average, scale, *load(args.vehicles, first, last, args.device)).tolist()
        tables[title] = table
        print(title, TYPES, flush=True)
        for at, name in enumerate(TYPES):
            given = sum(row[at] for row in table)
            print(f'{name:18} recall {table[at][at] / max(1, sum(table[at])):.3f} precision {table[at][at] / max(1, given):.3f}', table[at], flush=True)
    json.dump(tables, open(f'{args.out}/equipment.json', 'w'))
    exported('equipment', average, f'{args.out}/equipment.onnx')


if __name__ == '__main__':
    main()
